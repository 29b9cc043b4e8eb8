// Prints how long the module takes for what a page asks of it, in milliseconds of computing, and fails where
// that is more than a few times what is wanted on such a machine: a key that is felt, a replay that makes one wait.
//
//   node Tests/OppWeb/Host/speed.mjs .build/web/opp.wasm

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Core } from "../../../Sources/OppWeb/Host/core.mjs";
import { mean, measure, slownessOfMachine } from "./yardstick.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const module = new WebAssembly.Module(readFileSync(process.argv[2]));

/** The factor by which something may be slower than wanted before it fails. */
const tolerance = 4;

/** What is wanted grows with it. */
const slowness = slownessOfMachine();
console.log(`this machine takes ${slowness.toFixed(1)} times as long as one that meets the wanted figures`);

/** Reports a figure; `wanted` is the target. */
function report(name, milliseconds, wanted) {
  const time = mean(milliseconds);
  console.log(`${name}: ${time.toFixed(2)} ms, at most ${Math.max(...milliseconds).toFixed(2)} ms (wanted ${wanted})`);
  if (time <= wanted * tolerance * slowness) return;
  process.exitCode = 1;
  console.error(`${name} takes far longer than is wanted`);
}

/** A rule set of so many Opps in the manner of the examples. */
function rules(count) {
  const conditions = [
    'sky in [sunny, clouds] and temp > 18C and wind < 8m/s and time in 12:00..13:00',
    'free >= 30min and near home and not raining',
    '(temp > 24C or humidity > 70%) for 20min and not night',
    'average(temp, last 3h) > 20C and change(pressure, last 3h) < -2hPa',
  ];
  return "let night = sun_altitude < 0°\n" + Array.from({ length: count }, (_, index) => {
    const condition = conditions[index % conditions.length];
    return `opp "Opp ${index}" when ${condition} notify "It is {temp} now." at most once per day\n`;
  }).join("");
}

const text = rules(200);
console.log(`200 rules, ${text.length} characters`);

// The first check, with nothing warm.
const cold = new Core(module);
cold.addRules("rules.opp", text);
report("first check", measure(1, () => cold.check({ json: true })), 100);

report("tokens", measure(200, () => cold.tokens(text)), 1);

const editor = new Core(module);
let version = 1;
const uri = "file:///play/rules.opp";
const notify = (method, params) => editor.message({ jsonrpc: "2.0", method, params });
editor.message({ jsonrpc: "2.0", id: 1, method: "initialize", params: { capabilities: {} } });
notify("textDocument/didOpen", { textDocument: { uri, languageId: "opp", version, text } });
const middle = text.split("\n").length >> 1;
function type(character, at) {
  version += 1;
  const range = {
    start: { line: middle, character: at }, end: { line: middle, character: at },
  };
  return notify("textDocument/didChange", {
    textDocument: { uri, version }, contentChanges: [{ range, text: character }],
  });
}
const line = text.split("\n")[middle];
const place = line.indexOf(" notify");
report("a key in the language server", measure(60, (index) => type(" and temp > 3C"[index % 14], place + index)), 9);
report("completion", measure(30, () => editor.message({
  jsonrpc: "2.0", id: 2, method: "textDocument/completion",
  params: { textDocument: { uri }, position: { line: middle, character: place } },
})), 10);

// The year of the main example.
const folder = join(root, "examples/opportunity");
const year = new Core(module);
for (const name of readdirSync(folder).filter((name) => name.endsWith(".opp")).sort()) {
  year.addRules(name, readFileSync(join(folder, name)));
}
for (const name of readdirSync(join(folder, "data"))) {
  year.addData(name, readFileSync(join(folder, "data", name)));
}
const { zone } = JSON.parse(readFileSync(join(folder, "data/recording.json")));
year.addZone(zone, readFileSync(join(process.env.TZDIR ?? "/usr/share/zoneinfo", zone)));
let begun;
let slices = [];
const first = measure(1, () => {
  begun = year.begin();
  year.advance(begun.to, { steps: 300 });
});
report("the year, to its first slice, data read", first, 200);
const whole = measure(1, () => {
  for (let done = false; !done;) {
    slices.push(...measure(1, () => ({ done } = year.advance(begun.to, { steps: 300 }))));
  }
});
report("the year, slices of 300 steps", slices, 50);
report("the year, from then on", whole, 1300);
console.log(`memory after the year: ${(year.memorySize / 2 ** 20).toFixed(1)} MiB`);
if (year.memorySize > 64 * 2 ** 20) {
  process.exitCode = 1;
  console.error("the year takes more than 64 MiB");
}
const again = measure(3, () => {
  year.begin();
  year.advance(begun.to, { steps: 300 });
});
report("the year, to its first slice, after a key", again, 100);
for (let done = false; !done;) ({ done } = year.advance(begun.to));
const day = (index) => begun.from + ((index * 37) % 364) * 86_400;
report("the lanes of any day", measure(12, (index) => year.day(day(index), day(index) + 86_400)), 150);
report("the truths of a second of any day", measure(24, (index) => year.truths(day(index) + 40_000)), 150);
year.day(day(7), day(7) + 86_400);
report("the truths along the day that is shown", measure(48, (index) => year.truths(day(7) + index * 1800)), 50);
const conditions = begun.opps.filter(({ hasCondition }) => hasCondition);
report("why, of another Opp, from the beginning", measure(
  conditions.length, (index) => year.why(conditions[index].name, null, day(20) + 40_000, { ahead: false })), 300);
const { name } = conditions.at(-1);
year.why(name, null, begun.to, { ahead: false });
report("why, pointed along the year", measure(
  24, (index) => year.why(name, null, day(index) + 40_000, { ahead: false })), 50);
report("why, with what is ahead", measure(24, (index) => year.why(name, null, day(index) + 40_000)), 50);
console.log(`memory in the end: ${(year.memorySize / 2 ** 20).toFixed(1)} MiB`);
if (year.memorySize > 96 * 2 ** 20) {
  process.exitCode = 1;
  console.error("explanations take more than 32 MiB");
}
