// Whose lines are shown, and blocking through the site's door.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalog.mjs";

const kept = new Map();
globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
globalThis.document = { getElementById: () => ({ dataset: { relate: "/accounts/people/relate/" } }) };
const { linesShown, lineKey } = await import("../../../static/js/table/chat.js");
const { isMuted, loadMuted, toggleMuted } = await import("../../../static/js/table/mutes.js");
const { block } = await import("../../../static/js/table/blocking.js");

const line = (id, user) => ({ id, user, from: `P${user}`, text: "…", at: "2026-05-01T12:00:00Z" });

test("a muted person's lines are not shown, and stay so in this browser", () => {
  const muted = toggleMuted([], 7);
  assert.deepEqual(linesShown({ chat: [line(1, 7), line(2, 8)], muted }).map(({ id }) => id), [2]);
  assert.deepEqual(loadMuted(), ["7"]);
  assert.deepEqual(toggleMuted(loadMuted(), 7), []);
  assert.ok(!isMuted(["undefined"], { from: "Ana" }), "a line that names no user is nobody's");
});

test("what is kept and broken counts as nothing", () => {
  kept.set("kqj-muted", "{");
  assert.deepEqual(loadMuted(), []);
  kept.set("kqj-muted", '"7"');
  assert.deepEqual(loadMuted(), []);
});

test("lines are told apart by their number, or by moment and speaker", () => {
  assert.equal(lineKey(line(3, 7)), "3");
  assert.notEqual(lineKey({ at: "1", from: "Ana" }), lineKey({ at: "1", from: "Ben" }));
});

test("blocking sends the user with the token of the page", async () => {
  const sent = [];
  globalThis.fetch = async (url, options) => {
    sent.push({ url, body: String(options.body), method: options.method });
    return { type: "opaqueredirect", ok: false };
  };
  assert.equal(await block({ user: 7 }, { csrf: "tok" }), true);
  assert.deepEqual(sent, [
    { url: "/accounts/people/relate/", body: "action=block&player=7&csrfmiddlewaretoken=tok", method: "POST" },
  ]);
  globalThis.fetch = async () => ({ type: "basic", ok: false });
  assert.equal(await block({ user: 7 }, { csrf: "tok" }), false);
  globalThis.fetch = async () => {
    throw new TypeError("offline");
  };
  assert.equal(await block({ user: 7 }, { csrf: "tok" }), false);
});
