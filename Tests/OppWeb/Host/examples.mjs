// Compares the WebAssembly module with the tool, byte for byte: every example, and every section of the manual that
// has rules, is checked, linted, formatted, tested and replayed, and instants of it are explained. It prints how much
// memory and time the module took. Where a folder is named, so is each rule set in it.
//
//   node Tests/OppWeb/Host/examples.mjs .build/web/opp.wasm .build/release/opp [FOLDER]

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Comparison } from "./comparison.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const [modulePath, toolPath, others] = process.argv.slice(2);
const tool = resolve(toolPath);
const module = new WebAssembly.Module(readFileSync(modulePath));

/**
 * The files of each section of a page: fenced blocks of rules, and blocks with a path. The files before the first
 * section are in all of them. Where a section writes a file twice, it is two rule sets.
 */
function* sections(page) {
  let shared = {};
  let files = {};
  let fence = null;
  let block = null;
  const hasRules = () => Object.keys(files).some((name) => name.endsWith(".opp"));
  let isFirst = true;
  for (const line of page.split("\n")) {
    if (fence) {
      if (line.startsWith(fence) && /^[` ]*$/.test(line)) {
        if (block.name) {
          if (block.name in files && files[block.name] !== block.text && hasRules()) yield files;
          files = { ...files, [block.name]: block.text };
        }
        fence = null;
      } else {
        block.text += line + "\n";
      }
    } else if (line.startsWith("```")) {
      fence = line.match(/^`+/)[0];
      const [language, name] = line.slice(fence.length).split(" ").filter(Boolean);
      block = { name: name ?? (language === "opp" ? "rules.opp" : null), text: "" };
    } else if (line.startsWith("## ")) {
      if (isFirst) shared = files;
      isFirst = false;
      if (hasRules()) yield files;
      files = { ...shared };
    }
  }
  if (hasRules()) yield files;
}

let [compared, different] = [0, 0];

function finish(comparison) {
  compared += comparison.compared;
  different += comparison.different;
}

for (const example of readdirSync(join(root, "examples")).sort()) {
  const folder = `examples/${example}`;
  // Examples of programs have no data.
  if (!existsSync(join(root, folder, "data"))) continue;
  const comparison = new Comparison(module, tool, root);
  const core = comparison.compareAll(folder);
  const memory = (core.memorySize / 2 ** 20).toFixed(1);
  console.log(`${folder}: ${memory} MiB and ${comparison.milliseconds.toFixed(0)} ms in the module`);
  finish(comparison);
}

const manual = join(root, "Sources/opp/Opp.docc");
for (const page of readdirSync(manual).filter((name) => name.endsWith(".md")).sort()) {
  const folder = mkdtempSync(join(tmpdir(), "opp-web-"));
  const comparison = new Comparison(module, tool, folder);
  let number = 0;
  for (const files of sections(readFileSync(join(manual, page), "utf8"))) {
    number += 1;
    // Logins are of the machine: the tool says if there is none, and the module knows none.
    if (Object.values(files).some((text) => /login: "/.test(text))) continue;
    const name = `${page.replace(".md", "")}-${number}`;
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name, path)), { recursive: true });
      writeFileSync(join(folder, name, path), text);
    }
    comparison.compareAll(name, { explained: 3 });
  }
  rmSync(folder, { recursive: true });
  if (number > 0) console.log(`${page}: ${number} rule sets, ${comparison.compared} results, ${comparison.different} differ`);
  finish(comparison);
}

if (others) {
  const comparison = new Comparison(module, tool, others);
  const folders = readdirSync(others).sort();
  for (const name of folders) comparison.compareAll(name, { explained: 4 });
  console.log(`${folders.length} rule sets of ${others}: ${comparison.compared} results, ${comparison.different} differ`);
  finish(comparison);
}

console.log(`${compared} results compared, ${different} differ`);
process.exit(different === 0 && compared > 0 ? 0 : 1);
