// Compares what the WebAssembly module prints of a rule set with what the tool prints, byte for byte.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Core } from "../../../Sources/OppWeb/Host/core.mjs";

const zoneFolder = process.env.TZDIR ?? "/usr/share/zoneinfo";

/** The date of the linter. */
const today = [2026, 6, 21];

/** The files of rules below a folder, as the tool finds them. */
function ruleFiles(root, folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith(".opp") && !name.split("/").some((part) => part[0] === "."))
    .sort().map((name) => `${folder}/${name}`);
}

/** The zones that texts name, as far as this system has them. */
function zones(texts) {
  const named = texts.join("\n")
    .match(/\b[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+(?:\/[A-Z][A-Za-z_]+)?\b/g) ?? [];
  return [...new Set(named)].map((name) => ({ name, path: join(zoneFolder, name) }))
    .filter(({ path }) => existsSync(path) && statSync(path).isFile());
}

/** The comparison of many rule sets, and how many results differ. */
export class Comparison {
  #module;
  #tool;
  #root;
  compared = 0;
  different = 0;

  /** The milliseconds that the module took. */
  milliseconds = 0;

  /**
   * @param {WebAssembly.Module} module
   * @param {string} tool the path of the tool
   * @param {string} root the folder in which the tool runs
   */
  constructor(module, tool, root) {
    [this.#module, this.#tool, this.#root] = [module, tool, root];
  }

  /** The module with the files of a folder of rules, and of `data` in it. */
  load(folder) {
    const core = new Core(this.#module);
    core.setToday(...today);
    core.setDataFolder(`${folder}/data`);
    const files = ruleFiles(this.#root, folder)
      .map((path) => ({ path, text: readFileSync(join(this.#root, path)) }));
    const data = join(this.#root, folder, "data");
    const names = existsSync(data)
      ? readdirSync(data).filter((name) => statSync(join(data, name)).isFile()) : [];
    const recorded = names.map((name) => readFileSync(join(data, name)));
    for (const { path, text } of files) core.addRules(path, text);
    names.forEach((name, index) => core.addData(name, recorded[index]));
    for (const { name, path } of zones(files.map(({ text }) => text).concat(recorded))) {
      core.addZone(name, readFileSync(path));
    }
    return { core, files };
  }

  /**
   * Compares all that the module can do with a folder of rules.
   * @param {{ explained?: number }} options the firings to explain at most
   */
  compareAll(folder, { explained = 6 } = {}) {
    const { core, files } = this.load(folder);
    for (const json of [false, true]) {
      const format = json ? ["--format", "json"] : [];
      const lintOptions = ["--isolated", "--today", today.map((part) => String(part).padStart(2, "0")).join("-")];
      this.#compare(`check ${format.at(-1) ?? ""} ${folder}`, () => core.check({ json }), ["check", ...format, folder]);
      this.#compare(`lint ${format.at(-1) ?? ""} ${folder}`, () => core.lint({ json }), ["lint", ...lintOptions, ...format, folder]);
      this.#compare(`test ${format.at(-1) ?? ""} ${folder}`, () => core.test({ json }), ["test", ...format, folder]);
    }
    files.forEach(({ path, text }, index) => {
      this.#compare(`fmt ${path}`, () => core.format(index), ["fmt", "-"], { input: text });
    });
    this.#compareReplay(core, folder, explained);
    return core;
  }

  #compareReplay(core, folder, explained) {
    const firings = this.#run(["eval", folder, "--format", "json"]);
    if (firings.status === 2) {
      // Without a period there is nothing to replay; the tool speaks of its options, which the module is without.
      this.#same(`eval ${folder}`, { ...core.evaluate({ json: true }), errors: firings.errors }, firings);
      return;
    }
    this.#same(`eval json ${folder}`, this.#timed(() => core.evaluate({ json: true })), firings);
    this.#compare(`eval ${folder}`, () => core.evaluate(), ["eval", folder]);
    if (firings.status !== 0 && firings.output.length === 0) return;
    const lines = firings.output.toString().split("\n").filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line));
    const begun = core.begin();
    if (begun.from === null) return;
    this.#compareSlices(core, folder, begun, lines.filter(({ type }) => type === "firing"));
    this.#compareExplanations(core, folder, begun, lines.filter(({ type }) => type === "firing"), explained);
    this.#compareDay(core, folder, begun);
  }

  /** Compares the firings of a replay in slices. */
  #compareSlices(core, folder, { from, to }, expected) {
    const found = [];
    const key = (firing) => JSON.stringify([firing.opp, firing.row, firing.at]);
    for (let at = from, done = false; !done;) {
      const slice = this.#timed(() => core.advance(at + Math.ceil((to - from) / 7), { steps: 500 }));
      found.push(...slice.firings);
      for (const firing of slice.settled) {
        found[found.findIndex((other) => key(other) === key(firing))] = firing;
      }
      ({ at, done } = slice);
    }
    this.#equal(`advance ${folder}`, found, expected);
  }

  /** Compares explanations of firings all over the recording, or of its middle where nothing fired. */
  #compareExplanations(core, folder, { from, to, opps }, firings, count) {
    const step = Math.max(1, Math.floor(firings.length / count));
    const subjects = firings.filter((_, index) => index % step === 0).slice(0, count)
      .map(({ opp, at }) => ({ opp, second: Date.parse(at) / 1000 }));
    for (const { name } of opps.slice(0, Math.max(0, count - subjects.length))) {
      subjects.push({ opp: name, second: Math.floor((from + to) / 2) });
    }
    for (const { opp, second } of subjects) {
      const at = new Date(second * 1000).toISOString();
      const command = ["why", opp, folder, "--at", at];
      const name = `why ${opp} at ${at}`;
      this.#compare(name, () => core.explain(opp, second), command);
      const expected = this.#run([...command, "--format", "json"]);
      this.#same(`${name}, json`, this.#timed(() => core.explain(opp, second, { json: true })), expected);
      const line = expected.output.toString().split("\n").find((line) => line.startsWith('{"type":"explanation"'));
      if (!line) continue;
      const short = this.#timed(() => core.why(opp, null, second, { ahead: false }));
      this.#equal(`${name}, of the replay`, short?.explanation.truth, JSON.parse(line).truth);
      this.#equal(`${name}, since`, short?.explanation.since, JSON.parse(line).since);
    }
  }

  /** Compares the lanes of the day in the middle of the recording with the intervals of the tool. */
  #compareDay(core, folder, { from, to, opps }) {
    const start = Math.floor((from + to) / 2);
    const end = Math.min(start + 86_400, to);
    const [first, last] = [start, end].map((second) => new Date(second * 1000).toISOString());
    const lines = this.#run(["eval", folder, "--intervals", "--from", first, "--to", last, "--format", "json"])
      .output.toString().split("\n").filter((line) => line.startsWith('{"type":"interval"'))
      .map((line) => JSON.parse(line));
    const seconds = (text) => Date.parse(text) / 1000;
    const expected = {};
    // Of an Opp that has events only, the tool prints a condition that is always true.
    const waiting = new Set(opps.filter(({ hasCondition }) => !hasCondition).map(({ name }) => name));
    for (const { opp, from, to, truth } of lines) {
      if (!waiting.has(opp)) (expected[opp] ??= []).push([seconds(from), seconds(to), truth]);
    }
    const found = {};
    for (const { name, whole, rows } of this.#timed(() => core.day(start, end)).opps) {
      const runs = rows.length > 0 ? rows.flatMap(({ runs }) => runs) : whole ?? [];
      if (runs.length > 0) found[name] = runs;
    }
    const sorted = (object) => Object.keys(object).sort().map((key) => [key, object[key]]);
    this.#equal(`day ${folder} ${first}`, sorted(found), sorted(expected));
  }

  // Results

  /** The streams of the tool. */
  #run(words, { input } = {}) {
    const { status, stdout, stderr } = spawnSync(this.#tool, words, {
      cwd: this.#root, input, maxBuffer: 1 << 28, env: { ...process.env, NO_COLOR: "1" },
    });
    return { status, output: stdout, errors: stderr };
  }

  /** The result of the module, whose time is counted. */
  #timed(command) {
    const start = performance.now();
    const result = command();
    this.milliseconds += performance.now() - start;
    return result;
  }

  #compare(name, command, words, options) {
    this.#same(name, this.#timed(command), this.#run(words, options));
  }

  /** Compares the streams and the status of a command. */
  #same(name, web, own) {
    this.compared += 1;
    for (const part of ["output", "errors"]) {
      const bytes = [web[part], own[part]].map((part) => Buffer.from(part));
      if (bytes[0].equals(bytes[1])) continue;
      const [left, right] = bytes.map((bytes) => bytes.toString().split("\n"));
      const line = left.findIndex((text, index) => text !== right[index]);
      this.#differs(`${name}: ${part}, line ${line + 1}`, left.at(line), right.at(line));
    }
    if (web.status !== own.status) this.#differs(`${name}: status`, web.status, own.status);
  }

  #equal(name, found, expected) {
    this.compared += 1;
    const [left, right] = [found, expected].map((value) => JSON.stringify(value));
    if (left !== right) this.#differs(name, left, right);
  }

  #differs(name, found, expected) {
    this.different += 1;
    const short = (value) => String(value).slice(0, 600);
    console.error(`${name} differs\n  module: ${short(found)}\n  tool:   ${short(expected)}`);
  }
}
