// The table protocol over a WebSocket: questions with answers, and messages that come by themselves. A lost connection
// is said, and comes back by itself with the same player.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 4000;

/** Who the player is, is kept for each server, not for its address: other servers may be there at other times. */
const TOKEN = `token ${document.querySelector('meta[name="railbird-server"]')?.getAttribute("content") ?? ""}`;

/** The access code comes in the address behind #, is kept for this visit, and is not shown any more. */
function accessCode() {
  const given = new URLSearchParams(location.hash.slice(1)).get("access");
  if (given) {
    sessionStorage.setItem("access", given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return sessionStorage.getItem("access") ?? "";
}

export class Connection extends EventTarget {
  constructor() {
    super();
    /** @type {string|null} */
    this.name = null;
    this.open = false;
    this.refused = false;
    this.access = accessCode();
    /** @type {WebSocket|null} */
    this.socket = null;
    this.number = 0;
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.pause = FIRST_WAIT;
    this.connect();
  }

  get token() {
    return this.refused ? "" : localStorage.getItem(TOKEN) ?? "";
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/socket`);
    this.socket = socket;
    socket.addEventListener("open", () => this.greet());
    socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.lost());
  }

  async greet() {
    try {
      await this.hello(this.token ? { token: this.token } : {});
    } catch (error) {
      if (/** @type {any} */ (error).code !== "bad-token") {
        this.tell("refused", error);
        return;
      }
      this.refused = true; // this server does not know it any more; a new name gets a new one
      await this.hello({});
    }
    this.pause = FIRST_WAIT;
    this.open = true;
    this.tell("open", null);
  }

  /** @param {Record<string, any>} who */
  async hello(who) {
    const welcome = await this.ask("hello", { protocol: 1, ...(this.access ? { access: this.access } : {}), ...who });
    this.name = welcome.name;
    if (welcome.token) {
      localStorage.setItem(TOKEN, welcome.token);
      this.refused = false;
    }
    return welcome;
  }

  lost() {
    const was = this.open;
    this.open = false;
    for (const { reject } of this.waiting.values()) reject(new Error("the connection was lost"));
    this.waiting.clear();
    if (was || this.pause === FIRST_WAIT) this.tell("lost", null);
    setTimeout(() => this.connect(), this.pause * (0.7 + 0.6 * Math.random()));
    this.pause = Math.min(this.pause * 1.7, LONGEST_WAIT);
  }

  /** @param {any} message */
  receive(message) {
    const waiting = this.waiting.get(message.re);
    if (waiting) {
      this.waiting.delete(message.re);
      if (message.type === "error") waiting.reject(Object.assign(new Error(message.text), { code: message.code }));
      else waiting.resolve(message);
      return;
    }
    this.tell(message.type, message);
  }

  /** @param {string} type @param {any} detail */
  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /**
   * Send a message; its answer comes later, or an error with a code.
   * @param {string} type @param {Record<string, any>} [fields] @returns {Promise<any>}
   */
  ask(type, fields = {}) {
    return new Promise((resolve, reject) => {
      if (!this.socket || this.socket.readyState !== WebSocket.OPEN) {
        reject(new Error("there is no connection to the server"));
        return;
      }
      const id = ++this.number;
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ type, id, ...fields }));
    });
  }

  /** @param {string} path */
  async fetch(path) {
    /** @type {Record<string, string>} */
    const headers = {};
    if (this.token) headers["X-Railbird-Token"] = this.token;
    if (this.access) headers["X-Railbird-Access"] = this.access;
    try {
      return await fetch(path, { headers });
    } catch {
      throw new Error("the server cannot be reached"); // a browser's own words say less
    }
  }

  /** Open a page of the server, also one that needs the access code. @param {string} path */
  async show(path) {
    const response = await this.fetch(path);
    const page = await response.blob();
    if (!response.ok) throw new Error(await page.text());
    location.href = URL.createObjectURL(page);
  }

  /** Look something up over HTTP. @param {string} path @returns {Promise<any>} */
  async get(path) {
    const response = await this.fetch(path);
    const data = await response.json();
    if (!response.ok) throw Object.assign(new Error(data.error), { code: data.code });
    return data;
  }
}
