// Notices of the browser, from a page that is open but out of sight.

/** Where the page of notifications keeps whether this browser shows them. */
export const NOTICES_KEY = "kqj-notices";

function isWished() {
  try {
    return localStorage.getItem(NOTICES_KEY) !== "off";
  } catch {
    return true; // storage is blocked: the browser's own permission decides
  }
}

/** Shows a notice if the page is out of sight and the user allowed it; a click comes back to the page. */
export function showNotice({ title, body = "", tag, path = location.pathname }) {
  if (!document.hidden || !isWished() || globalThis.Notification?.permission !== "granted") return null;
  try {
    const notice = new Notification(title, { body, tag });
    notice.addEventListener("click", () => {
      window.focus();
      if (path !== location.pathname) location.assign(path);
      notice.close();
    });
    return notice;
  } catch {
    return null; // phones show notices from service workers alone
  }
}
