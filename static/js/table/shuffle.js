/** Checks in the browser that a finished match's seed is the one its commitment promised (rules R31). */

const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const toHex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

const sha256 = async (hexParts) => toHex(await crypto.subtle.digest("SHA-256", bytes(hexParts.join(""))));

/** Return whether commitment, secret, nonces and seed belong together. */
export async function isShuffleTrue({ commitment, seed, server_secret: secret, nonces }) {
  if (!secret) return (await sha256([seed])) === commitment;
  return (await sha256([secret])) === commitment && (await sha256([secret, ...nonces])) === seed;
}

/** Return 16 random bytes as hex: the reader's part of the seed. */
export const newNonce = () => toHex(crypto.getRandomValues(new Uint8Array(16)).buffer);
