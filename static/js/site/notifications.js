// The page of notifications: lets this browser be called, by Web Push and by pages that are open but out of sight.
import { NOTICES_KEY } from "./notices.js";

const panel = document.querySelector("[data-push-key]");
const button = panel.querySelector("[data-push-on]");
const status = panel.querySelector("[data-push-status]");

/** Returns the bytes of a base64url text. */
function bytesOf(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
}

function say(text) {
  status.textContent = text;
}

/** Returns this browser's subscription under the site's present key; one under an older key is given up. */
async function subscribe() {
  const worker = await navigator.serviceWorker.register(panel.dataset.worker);
  await navigator.serviceWorker.ready;
  const key = bytesOf(panel.dataset.pushKey);
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await worker.pushManager.subscribe(options);
  } catch (error) {
    const old = await worker.pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return worker.pushManager.subscribe(options);
  }
}

async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") {
    say(gettext("Your browser does not allow it: change that in its settings for this site."));
    return;
  }
  const subscription = await subscribe();
  const answer = await fetch(panel.dataset.add, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": panel.dataset.csrf },
    body: JSON.stringify(subscription.toJSON()),
  });
  if (answer.ok) location.reload();
  else if (answer.status === 409) say(gettext("You have as many browsers as one may have: remove one first."));
  else say(gettext("The site does not know this browser's push service."));
}

if ("serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await turnOn();
    } catch {
      say(gettext("Your browser's push service can't be reached."));
    }
    button.disabled = false;
  });
} else {
  say(gettext("This browser can't be called, or only over HTTPS."));
}

try {
  localStorage.setItem(NOTICES_KEY, panel.dataset.tab ? "on" : "off");
} catch {
  // Storage is blocked: the browser's own permission decides.
}
