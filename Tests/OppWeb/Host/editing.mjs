// Edits rules at random through the language server of the module, and replays a large recording again and again: it
// must not trap, and what it takes of memory must not grow.
//
//   node Tests/OppWeb/Host/editing.mjs .build/web/opp.wasm [EDITS]

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Core } from "../../../Sources/OppWeb/Host/core.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const [modulePath, edits = "5000"] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(modulePath));
let failures = 0;

function expect(condition, words) {
  if (condition) return;
  failures += 1;
  console.error(words);
}

/** A small generator with a seed, so that a failure can be run again. */
let state = 7n;
function random(limit) {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xFFFFFFFFFFFFFFFFn;
  return Number((state >> 33n) % BigInt(limit));
}

const pick = (list) => list[random(list.length)];
const text = readFileSync(join(root, "examples/opportunity",
  readdirSync(join(root, "examples/opportunity")).find((name) => name.endsWith(".opp"))), "utf8");
const words = [
  "opp", "when", " and ", " or not ", "20C", "\"", "(", ")", "{", "}", "\n", "for each t in tasks ", "30min", "é", "🥛",
  "// ", "let x = ", "temp > ", "near home", "last 3h", "0", ".", "#", "notify \"{temp:.1}\"", "😀 ", "\t", "\u0000",
  "test \"a\"\n  at 2026-06-21T12:00 expect ",
];

// MARK: Edits

const core = new Core(module);
const uri = "file:///play/rules.opp";
const notify = (method, params) => core.message({ jsonrpc: "2.0", method, params });
let id = 0;
const request = (method, params) => {
  id += 1;
  const responses = core.message({ jsonrpc: "2.0", id, method, params });
  const own = responses.filter((response) => response.id === id);
  expect(own.length === 1, `${method} has ${own.length} responses`);
};
request("initialize", { capabilities: {} });
let lines = text.split("\n");
let version = 1;
notify("textDocument/didOpen", { textDocument: { uri, languageId: "opp", version, text } });
const place = () => {
  const line = random(lines.length);
  return { line, character: random(lines[line].length + 1) };
};
/** The place is not within a character of two units. */
const whole = ({ line, character }) =>
  ({ line, character: /[\uDC00-\uDFFF]/.test(lines[line][character] ?? "") ? character - 1 : character });
const memory = [];
for (let edit = 0; edit < Number(edits); edit++) {
  if (edit % 500 === 499) {
    lines = text.split("\n");
    version += 1;
    notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
    memory.push(core.memorySize);
  }
  const start = whole(place());
  const isLong = random(4) === 0;
  const end = isLong
    ? whole({ line: start.line, character: Math.min(lines[start.line].length, start.character + random(12)) })
    : start;
  const inserted = random(3) === 0 && isLong ? "" : pick(words);
  version += 1;
  const changed = lines[start.line].slice(0, start.character) + inserted + lines[start.line].slice(end.character);
  lines.splice(start.line, 1, ...changed.split("\n"));
  const told = notify("textDocument/didChange", {
    textDocument: { uri, version }, contentChanges: [{ range: { start, end }, text: inserted }],
  });
  expect(told.every(({ method }) => method), `edit ${edit} has a response`);
  core.tokens(lines.join("\n"));
  if (edit % 10 === 0) {
    request("textDocument/completion", { textDocument: { uri }, position: whole(place()) });
    request("textDocument/hover", { textDocument: { uri }, position: whole(place()) });
    const at = whole(place());
    request("textDocument/codeAction", { textDocument: { uri }, range: { start: at, end: at }, context: { diagnostics: [] } });
  }
  if (edit % 50 === 0) request("textDocument/formatting", { textDocument: { uri }, options: {} });
}
const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
console.log(`${edits} edits: ${memory.map(mebibytes).join(", ")}`);
// The text that needs the most memory comes late; of 40,000 edits, the last 30,000 add 1 MiB.
expect(memory.at(-1) <= memory[0] + 2 ** 21, "memory grows with the edits");

// MARK: A large file

const replayed = new Core(module);
const rows = ["time,temp"];
for (let index = 0; rows.length * 26 < 2 ** 21; index++) {
  rows.push(`${new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()},${(index * 7) % 300 / 10}`);
}
const csv = rows.join("\n") + "\n";
replayed.addData("weather.csv", csv);
const sizes = [];
for (let round = 0; round < 6; round++) {
  replayed.clearRules();
  replayed.addRules("rules.opp", `opp "Warm" when temp > ${20 + round}C for 5min`);
  const { to, problems } = replayed.begin();
  expect(problems.length === 0, `problems: ${JSON.stringify(problems[0])}`);
  let count = 0;
  for (let done = false, at = 0; !done;) {
    const slice = replayed.advance(at + 30 * 86_400, { steps: 5000 });
    ({ at, done } = slice);
    count += slice.firings.length;
  }
  replayed.why("Warm", null, to - 1000);
  replayed.day(to - 86_400, to);
  expect(count > 0, "nothing fired");
  sizes.push(replayed.memorySize);
}
console.log(`${(csv.length / 2 ** 20).toFixed(1)} MiB of CSV, ${rows.length} rows: ${sizes.map(mebibytes).join(", ")}`);
expect(sizes.at(-1) === sizes[2], "memory grows with the replays");
process.exit(failures === 0 ? 0 : 1);
