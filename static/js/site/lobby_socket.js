// The socket on which the lobby hears that its lists have changed.

const RETRY_MS = 1000;
const RETRY_MAX_MS = 30_000;

/** Calls `onChange` when the server says so, first when it begins to look; `isOpen` tells whether it would. */
export class LobbySocket {
  constructor(path, { onChange }) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.onChange = onChange;
    this.retry = RETRY_MS;
    this.isOpen = false;
    this.open();
  }

  open() {
    const socket = new WebSocket(this.url);
    socket.addEventListener("open", () => {
      this.isOpen = true;
      this.retry = RETRY_MS;
    });
    socket.addEventListener("message", () => this.onChange());
    socket.addEventListener("close", () => {
      this.isOpen = false;
      // Not all at once after a restart of the server.
      setTimeout(() => this.open(), this.retry * (0.5 + Math.random()));
      this.retry = Math.min(this.retry * 2, RETRY_MAX_MS);
    });
  }
}
