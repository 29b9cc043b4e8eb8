// The playground in headless Chromium, as a person uses it.
//
//   node Tests/Web/page.mjs SITE [--shots FOLDER] [--slow TIMES] [NAME …]
//
// SITE is what `editors/web/build` has made. With --shots pictures are kept, to be looked at; with --slow the page has a processor
// that is so many times slower, which finds tests that wait for a time and not for a state. Without Chromium the script says so and
// does nothing.

import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { Browser, chromium } from "./browser.mjs";
import * as looks from "./looks.mjs";
import * as orders from "./orders.mjs";
import * as replays from "./replays.mjs";
import { Server } from "./server.mjs";
import * as speed from "./speed.mjs";
import * as texts from "./texts.mjs";
import * as tours from "./tours.mjs";
import * as visits from "./visits.mjs";

const operands = process.argv.slice(2);
/** The value of an option, which is taken from the operands. */
const option = (name) => (operands.includes(name) ? operands.splice(operands.indexOf(name), 2)[1] : undefined);
const folder = option("--shots");
const shots = folder && resolve(folder);
if (shots) mkdirSync(shots, { recursive: true });
const slowness = Number(option("--slow") ?? 1);
const [site, ...names] = operands;
const program = chromium();
if (!program) {
  console.log("Chromium is not to be had: the playground is not looked at");
  process.exit(0);
}

const tests = Object.entries({ ...texts, ...tours, ...replays, ...orders, ...visits, ...looks, ...speed })
  .filter(([name]) => names.length === 0 || names.includes(name));
const browser = new Browser(program);
let failures = 0;
try {
  for (const [name, test] of tests) {
    const server = new Server(resolve(site));
    const base = await server.start();
    const pages = [];
    const wrong = [];
    const context = {
      base, server, shots, slowness,
      expect(condition, sentence) { if (!condition) wrong.push(sentence); },
      /** A page on which the playground is open, and nothing said; with `isBlank` one on which nothing is open yet. */
      async open(fragment = "", { isBlank = false, ...options } = {}) {
        const page = await browser.page({ slowness, ...options });
        pages.push(page);
        if (!isBlank) await page.open(`${base}play/${fragment}`);
        return page;
      },
    };
    const start = Date.now();
    try {
      await test(context);
    } catch (error) {
      wrong.push(error.message);
    }
    for (const page of pages) {
      wrong.push(...page.said.filter((text) => !context.allowed?.test(text)).map((text) => `the console has: ${text}`));
      wrong.push(...page.requested
        .filter((url) => !url.startsWith(server.origin) && !/^(data|blob|about):/.test(url)).map((url) => `requests ${url}`));
      await page.close();
    }
    await server.stop().catch(() => {});
    for (const sentence of new Set(wrong)) console.log(`${name}: ${sentence}`);
    console.log(`${wrong.length === 0 ? "ok  " : "FAIL"} ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    failures += wrong.length === 0 ? 0 : 1;
  }
} finally {
  await browser.close();
}
console.log(failures === 0 ? `${tests.length} tests passed` : `${failures} of ${tests.length} tests failed`);
process.exit(failures === 0 ? 0 : 1);
