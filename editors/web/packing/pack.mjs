// Packs the examples and the lessons of the tour for the page, and compresses the module. `build` runs it in Node:
//
//   node editors/web/packing/pack.mjs PLAY [--brotli]
//
// PLAY is the folder of the page, in which `opp.wasm` and `core.mjs` lie already.
//
//   examples/index.json, tour/index.json   names and titles
//   examples/NAME.json                     files of rules, and what is drawn before the module is there
//   examples/NAME.data.json                files of data
//   tour/NAME.json                         a lesson: its texts, its files, and what is drawn and said before the module is there
//   opp.wasm.gz                            the module; with --brotli opp.wasm.br as well, for hosts that send such files
//
// Each file of JSON is there compressed as well, as NAME.json.gz, which the page asks for where the browser can decompress.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { ahead } from "./ahead.mjs";
import { lesson } from "./lesson.mjs";
import { verdict } from "./verdict.mjs";

const page = fileURLToPath(new URL("../", import.meta.url));
const examples = fileURLToPath(new URL("../../../examples/", import.meta.url));
const [folder, ...options] = process.argv.slice(2);
const play = resolve(folder);
const module = readFileSync(join(play, "opp.wasm"));

/** The files of a folder whose names fit, as `{ name, text }` in the order of their names. */
function texts(path, fits) {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && fits(entry.name)).map(({ name }) => name).sort()
    .map((name) => ({ name, text: readFileSync(join(path, name), "utf8") }));
}

/** Writes a value as JSON, and the same compressed. */
function write(path, value) {
  const json = JSON.stringify(value);
  writeFileSync(join(play, path), json);
  writeFileSync(join(play, `${path}.gz`), gzipSync(json, { level: 9 }));
}

async function packExamples() {
  mkdirSync(join(play, "examples"));
  const index = JSON.parse(readFileSync(join(page, "examples.json"), "utf8"));
  for (const { name, open, day } of index) {
    const rules = texts(join(examples, name), (file) => file.endsWith(".opp"));
    const data = texts(join(examples, name, "data"), (file) => !file.endsWith(".md"));
    write(`examples/${name}.json`, { rules, ahead: await ahead(play, module, { rules, data, open, day }) });
    write(`examples/${name}.data.json`, data);
  }
  write("examples/index.json", index);
}

async function packTour() {
  mkdirSync(join(play, "tour"));
  const index = [];
  for (const name of readdirSync(join(page, "tour")).filter((entry) => /^\d/.test(entry)).sort()) {
    const packed = lesson(join(page, "tour", name));
    const { start, test, data } = packed;
    const rules = [{ name: "rules.opp", text: start }];
    const tests = test ? [{ name: "test.opp", text: test }] : [];
    // The test of a lesson may be about an Opp that the person is still to write.
    packed.ahead = await ahead(play, module, { rules: [...rules, ...tests], data, open: "rules.opp" })
      ?? await ahead(play, module, { rules, data, open: "rules.opp" });
    packed.verdict = await verdict(play, module, { rules, tests, data });
    write(`tour/${name}.json`, packed);
    index.push({ name, title: packed.title });
  }
  write("tour/index.json", index);
}

await packExamples();
await packTour();
writeFileSync(join(play, "opp.wasm.gz"), gzipSync(module, { level: 9 }));
if (options.includes("--brotli")) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: module.length };
  writeFileSync(join(play, "opp.wasm.br"), brotliCompressSync(module, { params }));
}
