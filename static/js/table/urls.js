/** Addresses of other pages, given by the template. */

const given = (name) => document.getElementById("table").dataset[name];

/** Return the address of the lobby, a seat here, signing in, the rules, "Play now", friends and blocks, help, a fault report. */
export const lobbyUrl = () => given("lobby");
export const sitUrl = () => given("sit");
export const signInUrl = () => given("signIn");
export const rulesUrl = () => given("rules");
export const playNowUrl = () => given("playNow");
export const relateUrl = () => given("relate");
export const helpUrl = () => given("help");
export const reportUrl = () => `${given("report")}?from=${encodeURIComponent(location.pathname)}`;

/** Return the address of a player's page. */
export const playerUrl = (name) => given("player").replace("/NAME/", `/${encodeURIComponent(name)}/`);

/** Return the address of a match's page, of what happened in it, and of its record. */
export const matchUrl = (match) => given("match").replace("/0/", `/${match}/`);
export const storyUrl = (match) => `${matchUrl(match)}what-happened/`;
export const recordUrl = (match) => given("record").replace("/0/", `/${match}/`);
