// A replay in a worker of its own, beside the one that the page shows: for edits that are tried, and for charts.

import { Client } from "./client.mjs";
import { Zones } from "./replay.mjs";

/** A worker that has the zones and the data of the rule set. */
export class Trials {
  #client;
  #zones = new Zones();
  #known = new Set();
  #data;

  /**
   * @param {object} page the playground
   * @param {WebAssembly.Module} module
   * @param {(event: object) => void} [heard] called with what the worker says unasked
   */
  constructor(page, module, heard) { Object.assign(this, { page, module, heard }); }

  /** Calls the worker. */
  call(name, ...values) { return this.#client.call(name, ...values); }

  /** Hands over the zones and the data of the rule set, if they are others than before. */
  async prepare() {
    // It is started when it is first wanted.
    this.#client ??= new Client("replay-worker.mjs", this.module, {
      event: (event) => this.heard?.(event),
      trapped: () => {
        this.#known.clear();
        this.#data = undefined;
      },
    });
    const { project } = this.page;
    const missing = this.#zones.missing(project.zones(), this.#known);
    if (missing.length > 0) this.call("zones", missing).catch(() => {});
    const data = [...project.data];
    const isSame = this.#data?.length === data.length
      && data.every(([key, bytes], index) => this.#data[index][0] === key && this.#data[index][1] === bytes);
    if (isSame) return;
    this.#data = data;
    await this.call("data", data.map(([key, bytes]) => ({ name: key, bytes })));
  }
}
