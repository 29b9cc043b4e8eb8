// Prints the size of the WebAssembly module, and fails where what goes over the wire is more than 2 % from what size.json
// records.
//
//   node Tests/OppWeb/Host/size.mjs .build/web/opp.wasm            compares
//   node Tests/OppWeb/Host/size.mjs .build/web/opp.wasm --record   writes size.json
//
// A module that has grown needs a reason in the commit that records it, and a line in the change log; one that has
// shrunk is recorded, so that it does not grow again unseen.

import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const tolerance = 0.02;
const [modulePath, option] = process.argv.slice(2);
const records = new URL("size.json", import.meta.url);
const module = readFileSync(modulePath);
const best = {
  [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24,
  [constants.BROTLI_PARAM_SIZE_HINT]: module.length,
};
const sizes = {
  bytes: module.length,
  gzip: gzipSync(module, { level: 9 }).length,
  brotli: brotliCompressSync(module, { params: best }).length,
};

if (option === "--record") {
  writeFileSync(records, JSON.stringify(sizes, null, 2) + "\n");
}
const recorded = JSON.parse(readFileSync(records));
for (const [name, size] of Object.entries(sizes)) {
  const change = size / recorded[name] - 1;
  console.log(`${name}: ${size} (${(change * 100).toFixed(1)} % from ${recorded[name]})`);
  if (name !== "brotli" || Math.abs(change) <= tolerance) continue;
  process.exitCode = 1;
  console.error(
    `the module has ${change > 0 ? "grown" : "shrunk"} by more than ${tolerance * 100} %:`
      + ` say why, and record the size with --record`);
}
