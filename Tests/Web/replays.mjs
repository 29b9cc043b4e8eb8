// The recording as it is replayed: the year, a day, a second, firings; data of one's own.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isChecked, isReplayed, lane, link, overTheYear, painted, paste, problems, text, words } from "./states.mjs";

const small = 'opp "Sunny" when sky == sunny\n  notify "Sunny."\n';

/** The year of the main example has the firings that the tool prints. */
export async function theYearIsReplayed({ open, expect }) {
  const page = await open();
  await page.until(isReplayed);
  const note = await page.value(words("#replay-note"));
  expect(note.startsWith("701 firings from 2013-01-01 to 2013-12-31"), `the note says: ${note}`);
  await page.until(`${words("#tests-title")} !== ""`);
  expect((await page.value(words("#tests-title"))).includes("pass"), "the tests beside the rules do not pass");
}

/** Each example opens without a problem, its tests pass, something fires, and a second is explained. */
export async function examplesOpen({ open, base, expect }) {
  const page = await open();
  const names = await page.value(`fetch("examples/index.json").then((list) => list.json()).then((list) => list.map((e) => e.name))`);
  for (const name of names) {
    await page.open(`${base}play/#example=${name}`);
    await page.until(isReplayed);
    await page.until(`${isChecked} && ${words("#tests-title")} !== "" && ${words("#why .headline")} !== ""`);
    expect(await page.value(words("#problems-title")) === "No problems", `${name} has problems`);
    expect(/^\d+ tests passed$/.test(await page.value(words("#tests-title"))), `the tests of ${name} do not pass`);
    expect(!(await page.value(words("#replay-note"))).startsWith("0 "), `nothing fires in ${name}`);
    expect(await page.value(`document.getElementById("data-problems").hidden`), `the data of ${name} have problems`);
  }
}

/** The first firing of the day is explained at once: each part of its rule has a tint. */
export async function theTextShowsTruth({ open, expect }) {
  const page = await open();
  await page.until(isReplayed);
  await page.until(`${painted("is-true")}.length > 0`);
  const headline = await page.until(words("#why .headline"));
  expect(headline.startsWith('"Lunch walk" is true at 12:00 on 27 June 2013'), headline);
  expect((await page.value(painted("is-true"))).join("").includes("30min"), "a true part has no tint");
  // A night of the same day: the sun, the clock and the place are others.
  const track = await page.place(await page.value(lane("Lunch walk")));
  await page.move(track.left + track.width * 0.1, track.y);
  await page.until(`${words("#why .headline")}.includes("is false at")`);
  expect((await page.value(painted("is-false"))).length > 0, "a false part has no tint");
  await page.move(5, 5);
  await page.until(`${words("#why .headline")} === ${JSON.stringify(headline)}`);
}

/** The truth of a part is shown through the `let` that it stands in, also in another file. */
export async function truthGoesThroughLets({ open, expect }) {
  const page = await open(overTheYear(small));
  await page.until(isReplayed);
  await page.value(paste('let mild = temp > 15C and temp < 30C\n\nopp "Mild" when mild and weekday == thu\n  notify "Mild."\n'));
  await page.until(`${isReplayed} && ${words("#lanes .name")} === "Mild"`);
  const track = await page.place("#lanes .lane .track");
  await page.clickAt(track.left + track.width * 0.4, track.y);
  await page.until(`${painted("is-true")}.concat(${painted("is-false")}).some((part) => part.includes("15"))`);
  expect((await page.value(painted("is-true"))).join("").includes("thu"), "the condition itself has no tint");
}

/** Days are chosen with the pointer and with keys; the lanes are those of the day. */
export async function daysAreChosen({ open, expect }) {
  const page = await open();
  await page.until(isReplayed);
  expect((await page.value(words("#day-title"))) === "Thursday, 27 June 2013", "the example's day is not shown first");
  const year = await page.place("#year svg");
  await page.clickAt(year.left + (year.width * 170.5) / 365, year.y);
  await page.until(`${words("#day-title")} === "Thursday, 20 June 2013"`);
  await page.press("ArrowRight");
  await page.until(`${words("#day-title")} === "Friday, 21 June 2013"`);
  expect((await page.value(`document.getElementById("year").getAttribute("aria-valuetext")`)).startsWith("Friday, 21 June 2013: "), "the year does not name its day");
  await page.press("Home");
  await page.until(`${words("#day-title")} === "Tuesday, 1 January 2013"`);
  expect(await page.value(`document.getElementById("day-before").disabled`), "there is a day before the first");
  await page.click("#day-after");
  await page.until(`${words("#day-title")} === "Wednesday, 2 January 2013"`);
}

/** Lanes are read by turns of truth with arrows, and said. */
export async function lanesAreAGrid({ open, expect }) {
  const page = await open();
  await page.until(isReplayed);
  await page.until(words("#why .headline"));
  await page.value(`document.querySelector("#lanes [role=gridcell][tabindex='0']").focus()`);
  const label = `document.activeElement.getAttribute("aria-label")`;
  await page.press("Home");
  const first = await page.value(label);
  expect(/^(true|false|unknown|waits for its events) (all day|from 00:00)/.test(first), `Home is at: ${first}`);
  await page.press("ArrowDown");
  await page.press("ArrowDown");
  await page.press("ArrowRight");
  await page.press("ArrowLeft");
  const lane = await page.value(`document.activeElement.closest("[role=row]").querySelector("[role=rowheader]").textContent`);
  expect(lane.length > 0, "a lane has no name");
  await page.until(`${words("#announcer")}.includes(" on 27 June 2013")`);
  await page.press("PageDown");
  await page.until(`${words("#day-title")} === "Friday, 28 June 2013"`);
  await page.until(`document.activeElement.getAttribute("role") === "gridcell"`);
  expect(await page.value(`document.querySelectorAll("#lanes [tabindex='0']").length`) === 1, "Tab reaches more than one cell");
}

/** Firings are listed with their texts; one is explained where it is chosen. */
export async function firingsAreListed({ open, expect }) {
  const page = await open();
  await page.until(isReplayed);
  const list = await page.until(words("#firings"));
  expect(list.includes("12:00Lunch walkSunny and 30.6°C. You are free for 4 h."), `the firings are: ${list}`);
  await page.click("#firings li:last-child button");
  await page.until(`${words("#announcer")}.length > 0`);
}

/** Typing during a replay ends it; the last text is the one that is replayed. */
export async function typingEndsAReplay({ open, expect }) {
  const page = await open(overTheYear(small));
  await page.until(isChecked);
  for (const name of ["One", "Two", "Three"]) {
    await page.value(paste(`opp "${name}" when temp > 20C\n  notify "{temp}"\n`));
  }
  await page.until(`${isReplayed} && ${words("#lanes .name")} === "Three"`);
  await page.value(paste(`opp "Three" when temp > \n`));
  await page.until(`document.getElementById("lanes").classList.contains("is-old")`);
  expect((await page.value(words("#replay-note"))).includes("errors"), "the page does not say that the rules have errors");
  await page.undo();
  await page.until(`!document.getElementById("lanes").classList.contains("is-old") && ${isReplayed}`);
}

/** Data that are dropped are replayed, and stay in the page. */
export async function dataAreDropped({ open, expect }) {
  const page = await open();
  await page.until(isReplayed);
  await page.value(`(() => {
    const select = document.getElementById("example");
    select.value = "";
    select.dispatchEvent(new Event("change"));
  })()`);
  await page.until(`${text} === ""`);
  await page.value(paste('set zone "Europe/London"\n\nopp "Warm" when temp > 20C\n  notify "{temp}"\n'));
  const before = page.requested.length;
  // Two megabytes of hours, the last of which are warm.
  await page.value(`(() => {
    const lines = ["time,temp"];
    for (let hour = 0; hour < 80000; hour += 1) {
      lines.push(new Date(Date.UTC(2015, 0, 1) + hour * 3600000).toISOString() + "," + (hour > 79990 ? 25 : 10));
    }
    const transfer = new DataTransfer();
    transfer.items.add(new File([lines.join("\\n")], "weather.csv"));
    transfer.items.add(new File(["?"], "picture.png"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  })()`);
  await page.until(`${isReplayed} && ${words("#replay-note")}.startsWith("1 firing from 2015-01-01")`);
  expect((await page.value(words("#data-note"))) === "1 file read; not read: picture.png.", "the page does not say which files it reads");
  expect((await page.value(words("#data summary"))).startsWith("Data: 1 file, 2."), "the page does not list the data");
  expect(page.requested.length === before, "something is requested after data were dropped");
  expect((await page.value(words("#day-title"))).includes("2024"), "the day of the firing is not shown");
}

/** Files that are chosen are added; a folder with rules in it is another rule set; what is wrong with data is listed. */
export async function foldersAreRead({ open, expect }) {
  const page = await open();
  await page.until(isReplayed);
  const planner = fileURLToPath(new URL("../../examples/planner", import.meta.url));
  await page.choose("#choose-folder", [planner]);
  await page.until(`${words("#replay-note")}.match(/^73 firings, \\d+ notify from 2013-06-03/)`);
  expect((await page.value(words("#tabs"))).startsWith("alerts.opp"), "the tabs are not those of the folder");
  const folder = mkdtempSync(join(tmpdir(), "opp-data-"));
  writeFileSync(join(folder, "weather.csv"), "time,temp\n2026-06-21T08:00:00Z,18\n2026-06-21T09:00:00Z,warm\n");
  await page.choose("#choose-files", [join(folder, "weather.csv")]);
  await page.until(`${words("#data-problems")}.includes("weather.csv:3: \`temp\` is a temperature")`);
  rmSync(folder, { recursive: true });
}

/** Rules of one's own begin without anything of the example before. */
export async function ownRulesBeginEmpty({ open, expect }) {
  const page = await open();
  await page.until(isReplayed);
  await page.until(`${words("#why")}.startsWith('"Lunch walk" is true')`);
  await page.click("#start-empty");
  await page.until(`${text} === ""`);
  await page.until(`${words("#day-title")} !== "Thursday, 27 June 2013"`);
  expect((await page.value(words("#why"))).startsWith("Point at a second"), "the reasons of the example stay");
}

/** Drops files on the page. */
const drop = (files) => `(() => {
  const transfer = new DataTransfer();
  for (const [name, text] of ${JSON.stringify(files)}) transfer.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
})()`;

/** Rules of one file without data. */
const alone = (rules) => link({ files: [{ name: "rules.opp", text: rules }] });

/** A file that no rule reads gets the declaration that the core proposes, which makes its data known. */
export async function unknownFilesAreDeclared({ open, expect, shots }) {
  const cases = [
    ["boiler.csv", "time,flow (°C),pressure[hPa]\n2026-01-02T10:00Z,55,1500\n2026-01-02T11:00Z,60,1510\n", "source boiler", "boiler"],
    ["my-chores.csv", "name,due\ndishes,2026-01-03\nbins,2026-01-04\n", "table my_chores by name", "my_chores"],
    ["walks.csv", "time,lat,lon\n2026-01-02T10:00Z,52.1,5.1\n2026-01-02T11:00Z,52.2,5.1\n", "position: Position", "walks"],
    ["let.csv", "time,level[%]\n2026-01-02T10:00Z,55\n2026-01-02T11:00Z,60\n", "source let", "let"],
    ["meter.tsv", "time\tpower[kW]\n2026-01-02T10:00Z\t1.5\n2026-01-02T11:00Z\t2\n", "power: Power", "meter"],
  ];
  for (const [name, content, words_, start] of cases) {
    const page = await open(alone('// Mine.\nset zone "UTC"\n\n// Each day.\nopp "Noon" on 12:00 notify "Noon."\n'));
    await page.until(isChecked);
    await page.until(`!document.getElementById("format").disabled`);
    await page.value(drop([[name, content]]));
    const code = await page.until(words(".import pre"));
    expect(code.includes(words_), `${name} is proposed as ${code}`);
    expect(!(await page.value(words("#data-problems"))).includes("no source or table"), `${name} is listed as a problem, too`);
    if (shots) await page.shot(`${shots}/import-${start}.png`);
    await page.click(".import button");
    await page.until(`${text}.includes(${JSON.stringify(code)})`);
    const place = await page.value(`document.querySelector(".editor:not([hidden]) textarea").selectionStart`);
    const rules = await page.value(text);
    expect(rules.indexOf(code) < rules.indexOf("// Each day.") && rules.indexOf("UTC") < rules.indexOf(code), `the declaration of ${name} is not above the first Opp`);
    expect(place === rules.indexOf(code) + code.length + 1, `the caret is not behind the declaration of ${name}`);
    // The only finding is that no rule uses it yet.
    await page.until(`document.querySelectorAll(".import").length === 0 && ${problems}.join().endsWith(${JSON.stringify(` nothing uses \`${start}\``)})`);
    await page.until(`${words("#data-files")}.includes(".csv")`);
    expect(await page.value(`document.getElementById("data-problems").hidden`), `${name} is not read: ${await page.value(words("#data-problems"))}`);
    if (shots) await page.shot(`${shots}/imported-${start}.png`);
  }
}

/** A file with a name that is nearly known is read under that name; one that leaves something open has questions. */
export async function unknownFilesAreAskedAbout({ open, expect, shots }) {
  const page = await open(alone('set zone "UTC"\nopp "Warm" when temp > 20C notify "{temp}"\n'));
  await page.until(isChecked);
  await page.until(`!document.getElementById("format").disabled`);
  await page.value(drop([["wether.csv", "time,temp\n2026-06-21T08:00:00Z,18\n2026-06-21T13:00:00Z,25\n"]]));
  await page.until(`${words(".import p")}.startsWith("Did you mean weather?")`);
  await page.click(".import button");
  await page.until(`${isReplayed} && ${words("#replay-note")}.startsWith("1 firing")`);
  await page.value(drop([["mark.csv", "time,level\n03/04/2026 10:00,5\n05/06/2026 10:00,6\n"]]));
  await page.until(`document.querySelectorAll(".import li button").length > 1`);
  if (shots) await page.shot(`${shots}/import-question.png`);
  await page.click(".import li button");
  const code = await page.until(words(".import pre"));
  expect(code.startsWith("source mark"), `the answer leads to ${code}`);
}

/** The charts of the file that is shown are below the lanes, up to the day that is chosen, with their numbers as a table. */
export async function chartsAreDrawn({ open, expect, shots }) {
  const page = await open("#example=trips");
  await page.until(isReplayed);
  expect(await page.value(`document.getElementById("charts").hidden`), "a file without charts shows some");
  await page.value(`[...document.querySelectorAll("#tabs [role=tab]")].find((tab) => tab.dataset.name === "charts.opp").click()`);
  await page.until(`document.querySelectorAll("#charts .chart").length === 4`);
  expect(await page.value(`document.querySelectorAll("#charts .chart[open]").length`) === 0, "four charts are not folded");
  await page.click("#charts .chart:nth-of-type(2) summary");
  await page.until(`document.querySelectorAll("#charts .chart[open] svg.bars").length > 1`);
  const style = await page.value(`document.querySelectorAll("#charts [style]").length`);
  expect(style === 0, "a chart has an inline style");
  expect(await page.value(`[...document.querySelectorAll("#charts svg.bars")].every((svg) => svg.getAttribute("aria-label").includes("most"))`), "bars have no name");
  expect(await page.value(`document.querySelectorAll("#charts .chart[open] table tbody tr").length`) === 5, "the numbers are not there as a table");
  if (shots) await page.shot(`${shots}/charts.png`, true);
  const last = await page.value(words("#charts .chart:nth-of-type(1) .num"));
  await page.value(`document.getElementById("year").focus()`);
  await page.press("Home");
  await page.until(`${words("#charts .chart:nth-of-type(1) .num")} !== ${JSON.stringify(last)}`);
}

/** Rows of a table are known by their titles, in lanes and on cards. */
export async function rowsHaveTitles({ open, expect }) {
  const page = await open("#example=planner");
  await page.until(isReplayed);
  await page.value(`(() => {
    const scope = document.getElementById("scope");
    scope.value = "all";
    scope.dispatchEvent(new Event("change"));
  })()`);
  await page.until(`[...document.querySelectorAll("#lanes .name")].some((name) => name.textContent.startsWith("Report, 2013-06-03"))`);
  expect((await page.value(words("#firings"))).includes("Overlap, Call Ann"), `a card has no title: ${await page.value(words("#firings"))}`);
}

/** A trap starts another core, and gives the link that shows the bug. */
export async function trapsAreSurvived(context) {
  const { open, server, expect } = context;
  const service = readFileSync(`${server.folder}/play/check-worker.mjs`, "utf8").replace(
    "messages.flatMap((message) => core.message(message))",
    `messages.flatMap((message) => {
      if (JSON.stringify(message).includes("trap-here")) throw new WebAssembly.RuntimeError("unreachable");
      return core.message(message);
    })`);
  server.replaced.set("/play/check-worker.mjs", service);
  const page = await open();
  await page.until(isChecked);
  await page.value(paste("// trap-here\n"));
  const link = await page.until(`document.querySelector("#trap a")?.href`);
  expect((await page.value(words("#trap"))).includes("a bug of Opp"), "the page does not say that it is a bug");
  await page.value(paste('opp "Warm" when tmp > 20C\n'));
  await page.until(`${words("#problems")}.includes("tmp")`);
  const other = await open();
  await other.open(link);
  await other.until(`${text} === "// trap-here\\n"`);
}

const second = `(() => {
  const line = document.querySelector("#lanes .cursor:not([hidden]) span");
  return line ? Number.parseFloat(line.style.left) : undefined;
})()`;

/** A day is played: the second runs on, rests at a firing whose card is there, is said, and is paused by the pointer or a key. */
export async function daysArePlayed({ open, expect }) {
  const page = await open("#tour=05-calendar");
  await page.until(`document.querySelectorAll("#firings .card").length > 0 && ${isReplayed}`);
  await page.until(words("#why .headline"));
  await page.click("#play");
  await page.until(`document.getElementById("play").title === "Pause"`);
  // Both are read at once: the day runs on.
  const { ahead } = await page.until(`${second} < 45 && { ahead: document.querySelectorAll("#firings .is-ahead").length }`);
  expect(ahead === 1, "the card is there before it fires");
  await page.until(`${words("#announcer")}.startsWith("12:00, Lunch walk: Sunny")`);
  expect(await page.value(`document.querySelectorAll("#firings .is-ahead").length`) === 0, "the card is not there when it fires");
  expect((await page.value(painted("is-true"))).length > 0, "the text has no tints on the way");
  await page.press("Escape");
  await page.until(`document.getElementById("play").title === "Play the day"`);
  const paused = await page.value(second);
  await page.value(`new Promise((done) => setTimeout(done, 200))`);
  expect(await page.value(second) === paused, "a key does not pause the day");
  await page.click("#play");
  await page.until(`document.getElementById("play").title === "Pause"`);
  await page.until(`document.getElementById("play").title === "Play the day"`, 15_000);
  expect(Math.abs(await page.value(second) - 50) < 0.1, "the day does not go back to its last firing");
}

/** Where motion is not wanted, a press goes to the next change; n and b do so for everybody. */
export async function changesAreSteps({ open, expect }) {
  const page = await open("#tour=05-calendar", { motion: "reduce" });
  await page.until(isReplayed);
  await page.until(words("#why .headline"));
  expect(await page.value(`document.getElementById("play").title`) === "Next change", "the button plays where motion is not wanted");
  const before = await page.until(second);
  await page.click("#play");
  await page.until(`${second} !== ${before}`);
  await page.value(`document.querySelector("#lanes [role=gridcell][tabindex='0']").focus()`);
  await page.press("b");
  await page.until(`${second} === ${before}`);
  await page.press("n");
  await page.until(`${second} > ${before}`);
}

/** An edit is compared with the rules that stood before it, or with those that were pinned. */
export async function changesAreShown({ open, expect }) {
  const rules = (least) => `opp "Lunch" when sky == sunny and time in 12:00..13:00 and temp >= ${least}C\n  notify "Sunny."\n`;
  const page = await open(overTheYear(rules(15)));
  await page.until(isReplayed);
  const note = words("#replay-note");
  const before = Number.parseInt(await page.value(note), 10);
  await page.value(`(() => { const now = performance.now.bind(performance); performance.now = () => now() + 20000; })()`);
  await page.value(paste(rules(20)));
  await page.until(`${isReplayed} && ${words("#changes")}.includes("lost")`);
  const after = Number.parseInt(await page.value(note), 10);
  expect(await page.value(words("#changes")) === `0 days gained, ${before - after} lost, against a moment ago`, `the page says: ${await page.value(words("#changes"))}`);
  await page.until(`document.querySelector("#year .lost")?.getAttribute("d").split("M").length === ${before - after + 1}`);
  await page.click("#next-change");
  await page.until(`document.querySelectorAll("#lanes i.is-lost").length === 1`);
  await page.click("#pin");
  await page.until(`${words("#pin")} === "Unpin" && ${words("#changes")} === ""`);
  await page.value(paste(rules(15)));
  await page.until(`${words("#changes")} === "${before - after} days gained, 0 lost, against the pinned rules"`);
  await page.value(paste(rules("")));
  await page.until(`document.getElementById("lanes").classList.contains("is-old")`);
  expect((await page.value(words("#changes"))).includes("gained"), "an error ends the comparison");
}

/** A number is dragged: text and day follow, one undo takes it back, Escape ends it; Alt and an arrow do the same. */
export async function numbersAreDragged({ open, expect }) {
  const page = await open("#tour=12-why");
  await page.until(`${isReplayed} && document.querySelectorAll("#lanes .run").length > 3`);
  const before = await page.value(text);
  const place = before.indexOf("2h");
  await page.click(".editor textarea");
  await page.value(`document.querySelector(".editor textarea").setSelectionRange(${place}, ${place})`);
  await page.until(`!document.getElementById("dial").hidden`);
  const { x, y } = await page.place("#dial .handle");
  const mouse = (type, left) => page.send("Input.dispatchMouseEvent", { type, x: left, y, button: "left", buttons: 1, clickCount: 1 });
  const lines = `[...document.querySelectorAll(".paint div")].map((line) => line.textContent).join("\\n")`;
  await mouse("mousePressed", x);
  await mouse("mouseMoved", x - 7);
  await page.until(`${lines}.includes("free >= 1h")`);
  await page.until(`${words("#lanes .lane:nth-of-type(5) .name")} === "free >= 1h" || ${words("#lanes")}.includes("free >= 1h")`);
  await mouse("mouseMoved", x - 13);
  await page.until(`${words("#lanes")}.includes("free >= 0h")`);
  await mouse("mouseReleased", x - 13);
  await page.until(`${text} === ${JSON.stringify(before.replace("2h", "0h"))}`);
  await page.undo();
  expect(await page.value(text) === before, "one undo does not take the drag back");
  await page.value(`document.querySelector(".editor textarea").setSelectionRange(${place}, ${place})`);
  await page.until(`!document.getElementById("dial").hidden && ${words("#dial output")} === "2h"`);
  await mouse("mousePressed", x);
  await mouse("mouseMoved", x + 13);
  await page.until(`${lines}.includes("free >= 4h")`);
  await page.press("Escape");
  await mouse("mouseReleased", x + 13);
  await page.until(`${lines}.includes("free >= 2h")`);
  expect(await page.value(text) === before, "Escape does not put the old number back");
  await page.press("ArrowUp", 1);
  await page.until(`${text}.includes("free >= 3h")`);
  await page.press("ArrowDown", 9);
  await page.until(`${text}.includes("free >= 0h")`);
}
