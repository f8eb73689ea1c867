// Shows what the site sends by Web Push, and opens what it is about. It keeps nothing and serves no page.

self.addEventListener("push", (event) => {
  const { title, body, path, tag } = event.data?.json() ?? {};
  if (!title) return;
  event.waitUntil(show({ title, body, path, tag }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data?.path ?? "/", self.location.origin)));
});

/** Shows a notice, unless its page is before the user's eyes. */
async function show({ title, body, path, tag }) {
  const pages = await self.clients.matchAll({ type: "window" });
  const isSeen = pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === path);
  // Browsers take the right to push away from sites that show nothing; a page that is seen is spared the noise.
  await self.registration.showNotification(title, { body, tag, data: { path }, silent: isSeen });
}

/** Goes to a page of the site: in the tab that shows it, or else in a new one. */
async function open(address) {
  const pages = await self.clients.matchAll({ type: "window" });
  const known = pages.find((page) => new URL(page.url).pathname === address.pathname);
  await (known ? known.focus() : self.clients.openWindow(address));
}
