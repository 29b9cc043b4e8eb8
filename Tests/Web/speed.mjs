// The time that a key takes on the page's thread. Processor time, since the clock on the wall says nothing of a machine
// that does other things as well.

import { readFileSync, readdirSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { slownessOfMachine } from "../OppWeb/Host/yardstick.mjs";
import { isChecked, isReplayed, paste, text, words } from "./states.mjs";

/** The most milliseconds of a key at 200 rules, on a machine that meets the wanted figures. */
const limit = 10;

const rule = (number) => `/// Rule ${number}: warm and dry, and some time is left.
opp "Rule ${number}" when temp > ${10 + (number % 20)}C and free >= ${1 + (number % 5)}h and not raining
  notify "It is {temp}, number ${number}."
  at most once per day
`;

const solution = readFileSync(new URL("../../editors/web/tour/01-clock/solution.opp", import.meta.url), "utf8");

/** A key in 200 rules takes at most so long, colours and the message to the worker included. */
export async function keysAreQuick({ open, slowness, expect }) {
  const page = await open(`#${"example=reminders"}`);
  await page.until(isReplayed);
  const rules = Array.from({ length: 200 }, (_, index) => rule(index)).join("\n");
  await page.value(paste(rules));
  await page.until(isReplayed, 60_000);
  await page.until(isChecked);
  await page.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.value(`(() => {
    const area = document.querySelector(".editor:not([hidden]) textarea");
    const place = area.value.indexOf("opp \\"Rule 100\\"");
    area.setSelectionRange(place, place);
  })()`);
  // The first keys warm the core up.
  const typed = "// A comment of some words, as they are typed in the middle of a text.";
  await page.type(typed.slice(0, 20));
  const before = await page.processorTime();
  await page.type(typed.slice(20));
  await page.value(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`);
  const after = await page.processorTime();
  const count = typed.length - 20;
  const [task, script, layout] = ["task", "script", "layout"].map((name) => ((after[name] - before[name]) * 1000) / count);
  const most = limit * slownessOfMachine();
  console.log(`     a key at 200 rules (${rules.length} characters): ${task.toFixed(1)} ms (at most ${most.toFixed(1)} here), of it script ${script.toFixed(1)}, style and layout ${layout.toFixed(1)}`);
  // A processor that is made slower has no limit.
  expect(task <= most || slowness > 1, `a key takes ${task.toFixed(1)} ms of processor time, not ${most.toFixed(1)}`);
}

/** The bytes on the wire before the first lane of lesson 1, and the limit for a host that compresses, in bytes. */
const firstLane = 75_000;

/** A script that takes the time at which the first lane is drawn, in milliseconds since the page was requested. */
const noteFirstLane = {
  source: `new MutationObserver((_, observer) => {
    if (document.querySelector("#lanes .run") === null) return;
    window.firstLane = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true })`,
};

/** The first lane of lesson 1 needs no more than so many bytes; sizes are printed. */
export async function theFirstLaneIsSmall({ open, server, base, expect }) {
  server.held.add("/play/opp.wasm.gz");
  const page = await open("", { isBlank: true });
  // Files that are requested once the lane is drawn are not needed for it, however late the test looks.
  await page.send("Page.addScriptToEvaluateOnNewDocument", noteFirstLane);
  await page.send("Page.navigate", { url: `${base}play/#tour=01-clock` });
  await page.until(`window.firstLane !== undefined`);
  const requested = await page.value(`[location.href, ...performance.getEntriesByType("resource")
    .filter((entry) => entry.startTime <= window.firstLane).map((entry) => entry.name)]`);
  const paths = [...new Set(requested.map((url) => new URL(url).pathname.replace(/^.*?\/play\//, "")))]
    .filter((path) => !path.startsWith("opp.wasm"));
  const sizes = paths.map((path) => {
    const bytes = readFileSync(`${server.folder}/play/${path || "index.html"}`);
    return { plain: bytes.length, packed: path.endsWith(".gz") ? bytes.length : brotliCompressSync(bytes).length };
  });
  const [plain, packed] = ["plain", "packed"].map((name) => sizes.reduce((sum, size) => sum + size[name], 0));
  console.log(`     before the first lane of lesson 1: ${paths.length} files, ${plain} bytes, ${packed} in brotli`);
  for (const name of ["opp.wasm", "opp.wasm.gz", "opp.wasm.br", "examples/opportunity.data.json.gz"]) {
    if (!readdirSync(`${server.folder}/play/${name.split("/").slice(0, -1).join("/")}`).includes(name.split("/").at(-1))) continue;
    console.log(`     ${name}: ${readFileSync(`${server.folder}/play/${name}`).length} bytes`);
  }
  expect(packed <= firstLane, `the first lane needs ${packed} bytes, not ${firstLane}`);
  server.release();
  await page.until(`/^Not yet: ./.test(${words("#lesson-goal span:last-child")})`);
}

/** The times from a request at 10 Mbit/s to the first lane and to the first answer to a key, from a host that compresses and from one that does not. */
export async function theNetworkMayBeSlow({ open, server, base, expect }) {
  // A host has compressed its files before anybody asks.
  for (const compresses of [true, true, false]) {
    server.compresses = compresses;
    const page = await open("", { isBlank: true });
    await page.send("Network.emulateNetworkConditions", { offline: false, latency: 20, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 });
    await page.send("Page.addScriptToEvaluateOnNewDocument", noteFirstLane);
    const start = Date.now();
    await page.send("Page.navigate", { url: `${base}play/#tour=01-clock` });
    await page.until(`window.firstLane !== undefined`, 60_000);
    const drawn = Math.round(await page.value("window.firstLane"));
    await page.until(`/^Not yet: ./.test(${words("#lesson-goal span:last-child")})`);
    expect((await page.value(text)).startsWith("opp"), "the lesson is not there");
    await page.value(paste(solution));
    await page.until(`${words("#lesson-goal span:last-child")} === "Done"`, 60_000);
    console.log(`     at 10 Mbit/s ${compresses ? "in brotli" : "without compression"}: first lane after ${drawn} ms, first answer after ${Date.now() - start} ms`);
  }
}

/** A module that is broken gives a sentence and a way to try again; a browser that cannot decompress fetches the plain file. */
export async function modulesMayBeMissing(context) {
  const { open, server, expect } = context;
  context.allowed = /404|Failed to load/;
  server.replaced.set("/play/opp.wasm.gz", gzipSync("no module at all"));
  const page = await open("#tour=01-clock");
  await page.until(`!document.getElementById("trap").hidden`);
  expect((await page.value(words("#trap"))).startsWith("The page cannot be loaded whole"), "a broken module gives no sentence");
  server.replaced.clear();
  await page.click("#trap button");
  await page.until(`/^Not yet: ./.test(${words("#lesson-goal span:last-child")})`);
  const packs = readFileSync(`${server.folder}/play/packs.mjs`, "utf8").replace('"DecompressionStream" in globalThis', "false");
  server.replaced.set("/play/packs.mjs", packs);
  const other = await open();
  await other.until(isReplayed);
  expect(other.requested.every((url) => !url.includes(".gz") ), "a browser that cannot decompress fetches compressed files");
}
