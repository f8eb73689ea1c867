/** Blocking somebody on the whole site, through the same door as the page of people. */

import { relateUrl } from "./urls.js";

/** Ask the site to block who said a line; resolves with whether it did. */
export async function block({ user }, { csrf }) {
  const body = new URLSearchParams({ action: "block", player: String(user), csrfmiddlewaretoken: csrf });
  try {
    const response = await fetch(relateUrl(), { method: "POST", body, redirect: "manual" });
    return response.type === "opaqueredirect" || response.ok;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
