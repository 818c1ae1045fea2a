/**
 * Server-sent events by fetch: unlike an EventSource it sends the key of the seat as a header, so that no address
 * ever holds it. Comes back by itself when the line breaks, and says what it heard last.
 */

const SILENCE_MS = 40_000; // the server says something every 15 s

/** @typedef {{event: string, data: string}} Told */

export class EventStream {
  /**
   * @param {string} address
   * @param {Record<string, string>} headers
   * @param {{heard: (told: Told) => void, broken: () => void}} listener `broken`: the line is gone; it is tried again
   */
  constructor(address, headers, listener) {
    this.address = address;
    this.headers = headers;
    this.listener = listener;
    this.closed = false;
    this.lastId = "";
    this.retryMs = 1500;
    /** @type {AbortController | null} */
    this.line = null;
    void this.run();
  }

  async run() {
    while (!this.closed) {
      await this.follow().catch(() => undefined); // refused, broken or silent: all the same to whoever listens
      if (this.closed) return;
      this.listener.broken();
      await new Promise((done) => setTimeout(done, this.retryMs));
    }
  }

  /** One line, until it ends. */
  async follow() {
    const line = new AbortController();
    this.line = line;
    /** @type {Record<string, string>} */
    const headers = { ...this.headers, Accept: "text/event-stream" };
    if (this.lastId) headers["Last-Event-ID"] = this.lastId;
    let silence = setTimeout(() => line.abort(), SILENCE_MS);
    try {
      const answer = await fetch(this.address, { headers, cache: "no-store", signal: line.signal });
      if (!answer.ok || !answer.body) return;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        clearTimeout(silence);
        silence = setTimeout(() => line.abort(), SILENCE_MS);
        const blocks = (text + value).split(/\r?\n\r?\n/);
        text = blocks.pop() ?? "";
        for (const block of blocks) this.take(block);
      }
    } finally {
      clearTimeout(silence);
      line.abort();
    }
  }

  /** One event, or a comment that only says that the line is open. @param {string} block */
  take(block) {
    let event = "message";
    const data = [];
    for (const row of block.split(/\r?\n/)) {
      const [name, value] = /^([^:]*)(?:: ?(.*))?$/.exec(row)?.slice(1) ?? ["", ""];
      if (name === "event") event = value;
      else if (name === "data") data.push(value);
      else if (name === "id") this.lastId = value;
      else if (name === "retry" && /^\d+$/.test(value)) this.retryMs = Number(value);
    }
    if (data.length && !this.closed) this.listener.heard({ event, data: data.join("\n") });
  }

  close() {
    this.closed = true;
    this.line?.abort();
  }
}
