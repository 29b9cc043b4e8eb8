// Compares the WebAssembly module with the tool, byte for byte: every example is checked, formatted and
// replayed, and firings of it are explained. It prints how much memory and time the module took.
//
//   node Tests/OppWeb/Host/examples.mjs .build/web/opp.wasm .build/release/opp

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Core } from "../../../Sources/OppWeb/Host/core.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const [modulePath, toolPath] = process.argv.slice(2);
const tool = resolve(toolPath);
const module = new WebAssembly.Module(readFileSync(modulePath));
const zoneFolder = process.env.TZDIR ?? "/usr/share/zoneinfo";
const firingsExplained = 6;
let compared = 0;
let milliseconds = 0;
let different = 0;

/** What the tool prints; an object behind the words is its standard input. */
function run(...words) {
  const { input } = typeof words.at(-1) === "object" ? words.pop() : {};
  const { status, stdout, stderr } = spawnSync(tool, words, {
    cwd: root, input, maxBuffer: 1 << 28, env: { ...process.env, NO_COLOR: "1" },
  });
  return { status, output: stdout, errors: stderr };
}

/** What the module prints, whose time is counted. */
function timed(command) {
  const start = performance.now();
  const result = command();
  milliseconds += performance.now() - start;
  return result;
}

/** Compares the streams and the status of a command. */
function compare(name, web, own) {
  compared += 1;
  for (const part of ["output", "errors"]) {
    const bytes = [web[part], own[part]].map((part) => Buffer.from(part));
    if (bytes[0].equals(bytes[1])) continue;
    different += 1;
    const [left, right] = bytes.map((bytes) => bytes.toString().split("\n"));
    const line = left.findIndex((text, index) => text !== right[index]);
    console.error(`${name}: ${part} differs in line ${line + 1}`);
    console.error(`  module: ${left[line]}\n  tool:   ${right[line]}`);
  }
  if (web.status !== own.status) {
    different += 1;
    console.error(`${name}: status ${web.status}, of the tool ${own.status}`);
  }
}

/** The files of rules below a folder, as the tool finds them. */
function rules(folder) {
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

/** The module with the files of an example. */
function load(folder, files) {
  const core = new Core(module);
  core.setDataFolder(`${folder}/data`);
  const data = join(root, folder, "data");
  const names = existsSync(data) ? readdirSync(data) : [];
  const recorded = names.map((name) => readFileSync(join(data, name)));
  for (const { path, text } of files) core.addRules(path, text);
  names.forEach((name, index) => core.addData(name, recorded[index]));
  for (const { name, path } of zones(files.map(({ text }) => text).concat(recorded))) {
    core.addZone(name, readFileSync(path));
  }
  return core;
}

/** Compares explanations of firings all over the recording. */
function compareExplanations(core, folder, firings) {
  const fired = firings.output.toString().split("\n").filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line)).filter((line) => line.type === "firing");
  const step = Math.max(1, Math.floor(fired.length / firingsExplained));
  for (let index = 0; index < fired.length; index += step) {
    const { opp, at } = fired[index];
    const second = Date.parse(at) / 1000;
    compare(
      `why ${opp} at ${at}`, timed(() => core.explain(opp, second)),
      run("why", opp, folder, "--at", at));
    compare(
      `why --format json ${opp} at ${at}`, timed(() => core.explain(opp, second, true)),
      run("why", opp, folder, "--at", at, "--format", "json"));
  }
}

for (const example of readdirSync(join(root, "examples")).sort()) {
  const folder = `examples/${example}`;
  if (!statSync(join(root, folder)).isDirectory()) continue;
  milliseconds = 0;
  const files = rules(folder).map((path) => ({ path, text: readFileSync(join(root, path)) }));
  const core = load(folder, files);
  compare(`check ${folder}`, timed(() => core.check()), run("check", folder));
  compare(
    `check --format json ${folder}`, timed(() => core.check(true)),
    run("check", "--format", "json", folder));
  files.forEach(({ path, text }, index) => {
    compare(`fmt ${path}`, timed(() => core.format(index)), run("fmt", "-", { input: text }));
  });
  const firings = run("eval", folder, "--format", "json");
  if (firings.status === 2) {
    // Without a period there is nothing to replay; the tool speaks of its options, which the module is without.
    compare(`eval ${folder}`, { ...core.evaluate(true), errors: firings.errors }, firings);
  } else {
    compare(`eval --format json ${folder}`, timed(() => core.evaluate(true)), firings);
    compare(`eval ${folder}`, timed(() => core.evaluate()), run("eval", folder));
    compareExplanations(core, folder, firings);
  }
  const memory = (core.memorySize / 2 ** 20).toFixed(1);
  console.log(`${folder}: ${memory} MiB and ${milliseconds.toFixed(0)} ms in the module`);
}
console.log(`${compared} results compared, ${different} differ`);
process.exit(different === 0 && compared > 0 ? 0 : 1);
