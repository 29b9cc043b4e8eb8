// The replay as the page sees it: rules and data in, the firings as they come, days and seconds on request.

import { Client } from "./client.mjs";
import { zoneFile } from "./zone.mjs";

const year = 366 * 86_400;

/** The zone in which a rule set is run: that of `set zone`, else the recording's, else UTC. */
export function zoneOf(project) {
  for (const { text } of project.files) {
    const named = /^[ \t]*set[ \t]+zone[ \t]+"([^"\n]+)"/m.exec(text);
    if (named) return named[1];
  }
  try {
    return JSON.parse(new TextDecoder().decode(project.data.get("recording.json"))).zone ?? "UTC";
  } catch {
    return "UTC";
  }
}

/** The files of zones, right for the years around now and around a recording. */
export class Zones {
  #made = new Map();

  /** The files of those zones that were not asked for before. */
  missing(names, known) {
    return names.filter((name) => name !== "UTC" && !known.has(name)).flatMap((name) => {
      if (!this.#made.has(name)) this.#made.set(name, zoneFile(name, Zones.from, Zones.to));
      const bytes = this.#made.get(name);
      known.add(name);
      return bytes ? [{ name, bytes }] : [];
    });
  }

  /** 1970, before which hardly any data are, and some years from now. */
  static from = 0;
  static to = Math.floor(Date.now() / 1000) + 10 * year;
}

/** Replays in a worker. Calls of an older generation come to nothing. */
export class Replay {
  #client;
  #generation = 0;
  #data;
  #zones = new Set();
  #listeners;

  /**
   * @param {WebAssembly.Module} module
   * @param {object} listeners
   * @param {(slice: object) => void} listeners.advanced called with each slice
   * @param {(tests: { passed: boolean, text: string }) => void} listeners.tested called when the rules' tests have run
   * @param {(reason: string) => void} listeners.trapped
   */
  constructor(module, listeners) {
    this.#listeners = listeners;
    this.#client = new Client("replay-worker.mjs", module, {
      event: (event) => this.#heard(event),
      trapped: (reason) => {
        // The new core knows nothing yet.
        this.#data = undefined;
        this.#zones.clear();
        this.#generation += 1;
        listeners.trapped(reason);
      },
    });
  }

  /** Begins a replay; the one before ends. @returns {Promise<object | undefined>} undefined if another has begun */
  async load(project, zones) {
    this.#generation += 1;
    const generation = this.#generation;
    const missing = zones.missing(project.zones(), this.#zones);
    if (missing.length > 0) this.#client.call("zones", missing).catch(() => {});
    const data = [...project.data];
    if (!this.#data || data.length !== this.#data.length
      || data.some(([name, bytes], index) => this.#data[index][0] !== name || this.#data[index][1] !== bytes)) {
      this.#data = data;
      this.#client.call("data", data.map(([name, bytes]) => ({ name, bytes }))).catch(() => {});
    }
    // A rule set without a recording is shown over the day that is today.
    const today = Math.floor(Date.now() / 86_400_000) * 86_400;
    const period = { from: today, to: today + 86_400 };
    const rules = project.files.map(({ name, text }) => ({ name, text }));
    const { test } = project;
    let begun = await this.#client.call("load", generation, test ? [...rules, test] : rules, period);
    // Another load has been sent meanwhile, which a further one of these rules would end.
    if (generation !== this.#generation) return undefined;
    if (test && begun.from === null && begun.problems.every((problem) => problem.path === test.name || problem.severity !== "error")) {
      // The rules are replayed though the test of the lesson is not about them yet.
      const { problems } = begun;
      begun = { ...await this.#client.call("load", generation, rules, period), testProblems: problems };
    }
    return generation === this.#generation ? begun : undefined;
  }

  /** Ends the replay: another rule set is shown. */
  end() { this.#generation += 1; }

  /** The findings of `opp import` about a file of the recording. @param {{ option: string, value: string }[]} answers */
  importFile(name, answers) { return this.#client.call("importFile", name, answers); }

  day(from, to) { return this.#request("day", from, to); }

  truths(second) { return this.#request("truths", second); }

  why(second, lane, isAhead) {
    return this.#request("why", this.#generation, lane.opp, lane.row ?? null, second, isAhead);
  }

  /** The result of a question; undefined where another replay has begun meanwhile. */
  async #request(name, ...values) {
    const generation = this.#generation;
    const result = await this.#client.call(name, ...values);
    return generation === this.#generation ? result : undefined;
  }

  #heard({ generation, slice, tests }) {
    if (generation !== this.#generation) return;
    if (slice) this.#listeners.advanced(slice);
    if (tests) this.#listeners.tested(tests);
  }
}
