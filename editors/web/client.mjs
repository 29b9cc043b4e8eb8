// A worker with a core of its own, as the page calls it. After a trap the core is of no use: the worker is ended and
// another started from the module that is compiled already.

/** Calls of a worker. */
export class Client {
  #worker;
  #calls = new Map();
  #number = 0;

  /**
   * @param {string} url the worker's script
   * @param {WebAssembly.Module} module
   * @param {object} listeners
   * @param {(message: object) => void} [listeners.event] called with what the worker says unasked
   * @param {(reason: string) => void} listeners.trapped called after a trap, once another worker has been started
   */
  constructor(url, module, listeners) {
    Object.assign(this, { url, module, listeners });
    this.#start();
  }

  /** The result of a function of the worker; a call that a trap ended is rejected. */
  call(name, ...values) {
    return new Promise((resolve, reject) => {
      this.#number += 1;
      this.#calls.set(this.#number, { resolve, reject });
      this.#worker.postMessage({ call: this.#number, name, values });
    });
  }

  #start() {
    this.#worker = new Worker(this.url, { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    // A worker that cannot even be loaded, as without a network, has no core to start again.
    this.#worker.onerror = (event) => {
      event.preventDefault();
      for (const { reject } of this.#calls.values()) reject(new Error(event.message ?? "the worker did not start"));
      this.#calls.clear();
    };
    this.#worker.postMessage({ module: this.module });
  }

  #receive({ call, result, problem, trap, event }) {
    if (event) {
      this.listeners.event?.(event);
      return;
    }
    if (trap) {
      this.#worker.terminate();
      const calls = [...this.#calls.values()];
      this.#calls.clear();
      this.#start();
      this.listeners.trapped(trap);
      for (const { reject } of calls) reject(new Error(trap));
      return;
    }
    const { resolve, reject } = this.#calls.get(call) ?? {};
    this.#calls.delete(call);
    if (problem) reject?.(new Error(problem)); else resolve?.(result);
  }
}

/** Calls of which only the latest counts: while one is under way, those that follow replace each other. */
export class Latest {
  #isBusy = false;
  #next;

  /** Runs a function now, or when the one that is under way has ended. */
  run(work) {
    if (this.#isBusy) {
      this.#next = work;
      return;
    }
    this.#isBusy = true;
    work().catch(() => {}).finally(() => {
      this.#isBusy = false;
      const next = this.#next;
      this.#next = undefined;
      if (next) this.run(next);
    });
  }

  /** Forgets what waits. */
  clear() { this.#next = undefined; }
}
