// Links, sessions, frames, no network, no pointer.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sleep } from "./browser.mjs";
import { isChecked, isReplayed, link, overTheYear, paste, text, words } from "./states.mjs";

const small = 'opp "Sunny" when sky == sunny\n  notify "Sunny."\n';

/** A link holds rules, day and second, and sends none of it to a server. */
export async function linksAreShared({ open, expect }) {
  const page = await open(overTheYear(small));
  await page.until(isReplayed);
  const rules = 'opp "Grüße 🥛" when temp > 20C and weekday == sat\n  notify "Warm."\n';
  await page.value(paste(rules));
  await page.until(`${isReplayed} && ${words("#lanes .name")}.startsWith("Grüße")`);
  await page.value(`document.getElementById("year").focus()`);
  await page.press("ArrowRight");
  await page.until(`${words("#day-title")} === "Friday, 28 June 2013"`);
  await page.until(`document.getElementById("lanes").getAttribute("aria-label").includes("28 June")`);
  const track = await page.place("#lanes .lane .track");
  // The morning was explained before: the evening is the click's.
  await page.clickAt(track.left + track.width * 0.8, track.y);
  await page.until(`${words("#why .headline")}.match(/ at 19:.* on 28 June 2013/)`);
  const headline = await page.value(words("#why .headline"));
  await page.click("#share");
  const address = await page.until(`document.getElementById("share-link").value`);
  expect(address.length < 400, `the link has ${address.length} characters`);

  const other = await open();
  await other.open(address);
  await other.until(isReplayed);
  expect(await other.value(text) === rules, "the link has other rules");
  await other.until(`${words("#why .headline")}.startsWith(${JSON.stringify(headline)})`);
  expect(other.requested.every((url) => !url.includes("Gr")), "the rules are in a request");
}

/** A download has rules and data, as the tool takes them. */
export async function downloadsAreFolders({ open, expect }) {
  const page = await open(overTheYear(small));
  await page.until(isReplayed);
  const folder = mkdtempSync(join(tmpdir(), "opp-download-"));
  await page.browser.send("Browser.setDownloadBehavior", {
    behavior: "allow", downloadPath: folder, browserContextId: page.context,
  });
  await page.click("#download");
  const path = join(folder, "opportunity.zip");
  for (let wait = 0; wait < 200 && !existsSync(path); wait += 1) await sleep(50);
  const bytes = readFileSync(path).toString("latin1");
  expect(bytes.includes(small), "the archive does not have the rules");
  for (const name of ["opportunity/rules.opp", "opportunity/data/weather.csv", "opportunity/data/recording.json"]) {
    expect(bytes.split(name).length === 3, `the archive does not have ${name} and an entry for it`);
  }
  rmSync(folder, { recursive: true });
}

/** Links of the site to snippets open, and damaged ones say so. */
export async function otherLinksOpen({ open, expect }) {
  const rules = 'opp "é" when temp > 20C\n';
  const page = await open(`#text=${Buffer.from(rules).toString("base64url")}`);
  await page.until(isChecked);
  expect(await page.value(text) === rules, "a link with a plain text has other rules");
  expect((await page.value(words("#tabs"))) === "rules.opp", "a link with a text has other files as well");
  const example = await open("#example=flat");
  await example.until(isReplayed);
  expect((await example.value(words("#replay-note"))).includes("America/Chicago"), "an example cannot be linked to");
  const own = await open(link({ files: [
    { name: "rules.opp", text: 'set zone "Europe/Berlin"\nopp "Warm" when temp > 20C\n  notify "{temp}"\n' },
    { name: "data/weather.csv", text: "time,temp\n2026-06-21T08:00:00Z,18\n2026-06-21T13:00:00Z,25\n" },
  ] }));
  await own.until(`${isReplayed} && ${words("#firings")} === "15:00Warm25°C"`);
  const damaged = await open("#q1ZKrUjML");
  await damaged.until(`${words("#trap")}.includes("damaged")`);
  await damaged.until(isChecked);
}

/** Rules that were typed are there at the next visit. */
export async function sessionsAreKept({ open, base, expect }) {
  const page = await open(overTheYear(small));
  await page.until(isReplayed);
  await page.value(paste('opp "Kept" when temp > 20C\n'));
  await page.until(`${words("#lanes .name")} === "Kept"`);
  await page.reload();
  await page.until(isReplayed);
  expect(await page.value(text) === 'opp "Kept" when temp > 20C\n', "the rules are gone after a reload");
  await page.open(`${base}play/#example=planner`);
  await page.until(isReplayed);
  expect((await page.value(words("#tabs"))).includes("alerts.opp"), "a link does not take precedence over the session");
}

/** Without a network the page opens, checks and replays. */
export async function offlineItWorks({ open, base, server, expect }) {
  const page = await open();
  await page.until(isReplayed);
  await page.value(`navigator.serviceWorker.ready.then(() => true)`);
  await page.click("#share");
  const address = await page.until(`document.getElementById("share-link").value`);
  await server.stop();
  await page.open(address);
  await page.until(isReplayed);
  expect((await page.value(words("#problems-title"))) === "No problems", "without a network nothing is checked");
  expect((await page.value(words("#replay-note"))).startsWith("701 firings"), "without a network nothing is replayed");
  await page.open(`${base}play/#example=trips`);
  await page.until(isReplayed);
}

/** In a frame there is the text and the replay, and the way to the whole page; nothing is kept. */
export async function framesAreSmall({ open, base, expect }) {
  const page = await open("#example=reminders&embed", { width: 900, height: 420 });
  await page.until(isReplayed);
  const shown = await page.value(`[...document.querySelectorAll("button, select, a, summary")]
    .filter((control) => control.checkVisibility()).map((control) => control.id || control.textContent)`);
  expect(!shown.includes("share") && shown.includes("whole"), `a frame shows ${shown.join(", ")}`);
  await page.value(`document.getElementById("whole").focus()`);
  await page.until(`document.getElementById("whole").hash.length > 10`);
  expect(await page.value(`localStorage.length`) === 0, "a frame keeps a session");
}

/** Everything is reached and done with keys alone. */
export async function keysAreEnough({ open, expect }) {
  const page = await open();
  await page.until(isReplayed);
  await page.until(words("#why .headline"));
  const focus = `(() => {
    const element = document.activeElement;
    return element.id || element.getAttribute("role") || element.className || element.tagName;
  })()`;
  const stops = [];
  for (let index = 0; index < 20 && stops.at(-1) !== "TEXTAREA"; index += 1) {
    await page.press("Tab");
    stops.push(await page.value(focus));
  }
  for (const stop of ["example", "format", "share", "download", "tab", "add-file", "TEXTAREA"]) {
    expect(stops.includes(stop), `Tab does not reach ${stop}: ${stops.join(", ")}`);
  }
  // In the text Tab indents; behind Escape it leaves, and so it does backwards.
  const before = await page.value(text);
  await page.press("Tab");
  expect(await page.value(text) === `  ${before}`, "Tab does not indent");
  await page.undo();
  await page.press("Escape");
  await page.press("Tab");
  const reached = [await page.value(focus)];
  expect(reached[0] !== "TEXTAREA", "Escape and Tab do not leave the text");
  for (let index = 0; index < 30 && !reached.includes("gridcell"); index += 1) {
    await page.press("Tab");
    reached.push(await page.value(focus));
  }
  for (const stop of ["year", "day-before", "day-after", "scope", "gridcell"]) {
    expect(reached.includes(stop), `Tab does not reach ${stop}: ${reached.join(", ")}`);
  }
  const visible = await page.value(`getComputedStyle(document.activeElement).outlineStyle`);
  expect(visible !== "none", "the focus is not visible in the lanes");
  await page.press("ArrowRight");
  await page.until(`${words("#announcer")}.length > 0`);
  await page.press("Tab");
  expect(await page.value(`document.activeElement.closest("#firings") !== null`), "Tab does not reach the firings");
  await page.press("Enter");
  await page.until(`${words("#announcer")}.includes("is ")`);
}

/** A phone: touch chooses, nothing is wider than the screen, the day is below the text. */
export async function phonesWork({ open, expect, shots }) {
  const page = await open("", { width: 360, height: 740, touch: true });
  await page.until(isReplayed);
  const order = await page.value(`["#editors", ".scroller"].map((selector) =>
    document.querySelector(selector).getBoundingClientRect().top)`);
  expect(await page.value("scrollY") === 0, "the page is scrolled before anything is chosen");
  expect(order[0] < order[1], "the day is not below the text");
  const both = await page.value(`["#editors", ".scroller"].map((selector) => {
    const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  })`);
  expect(both.every(Boolean), "the text and the day are not in view together");
  const { x, y } = await page.place("#lanes .lane .track");
  await page.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await page.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.until(`${words("#why .headline")}.includes(" on 27 June 2013")`);
  const size = await page.value(`parseFloat(getComputedStyle(document.querySelector(".editor textarea")).fontSize)`);
  expect(size >= 16, `the text is ${size} pixels high, and a phone enlarges the page`);
  const small = await page.value(`[...document.querySelectorAll("button, select, .tools a")].filter((control) => !control.closest("#lanes") &&
    control.checkVisibility() && control.getBoundingClientRect().height < 44).map((control) => control.textContent)`);
  expect(small.length === 0, `controls of less than 44 pixels: ${small.join(", ")}`);
  if (shots) await page.shot(`${shots}/phone.png`, true);
}
