// The worker's half of calls: functions of a core by name.

import { Core } from "./core.mjs";

/**
 * Answers calls with functions of an object that is made with a core.
 *
 * @param {(core: Core) => Record<string, (...values: any[]) => any>} make
 */
export function serve(make) {
  let functions;
  self.onmessage = async ({ data }) => {
    if (data.module) {
      functions = make(new Core(data.module));
      return;
    }
    try {
      self.postMessage({ call: data.call, result: await functions[data.name](...data.values) });
    } catch (error) {
      report(error, data.call);
    }
  };
}

/** Says something unasked. */
export function announce(event) {
  self.postMessage({ event });
}

/** Reports a failure: a trap ends the core, anything else the one call. */
export function report(error, call) {
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
    self.postMessage({ trap: String(error.message) });
  } else {
    self.postMessage({ call, problem: String(error?.message ?? error) });
  }
}

/** Lets messages in that have arrived meanwhile. */
export function breath() {
  return new Promise((resolve) => setTimeout(resolve));
}
