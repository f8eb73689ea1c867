// Checks on the match page, in the viewer's own browser, that secret, nonces, seed and commitment belong together.

/** Returns the bytes of a hex text. */
function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Returns the SHA-256 of the bytes of a hex text, in hex. */
async function sha256(hex) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(hex)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns whether what the panel shows belongs together (rules R31). */
async function agrees({ commitment, seed, secret, nonces }) {
  if (!secret) return (await sha256(seed)) === commitment;
  const mixed = await sha256(secret + nonces.split(" ").join(""));
  return (await sha256(secret)) === commitment && mixed === seed;
}

const panel = document.querySelector("[data-verify]");
if (globalThis.crypto?.subtle) {
  const isRight = await agrees(panel.dataset);
  panel.querySelector(isRight ? "[data-verdict]" : "[data-verdict-bad]").hidden = false;
}
