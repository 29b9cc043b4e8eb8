// The tour as a learner takes it.

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { isReplayed, painted, paste, problems, text, words } from "./states.mjs";

const folder = fileURLToPath(new URL("../../editors/web/tour/", import.meta.url));
const lessons = readdirSync(folder).filter((name) => /^\d/.test(name)).sort();
const file = (lesson, name) => readFileSync(`${folder}${lesson}/${name}`, "utf8");
const goal = words("#lesson-goal span:last-child");
const isJudged = `/^(Done|Not yet: .)/.test(${goal})`;

/** Opens a lesson on a new page, and waits for the module: what is said before it is there is judged again with it. */
async function opened(open, name, options) {
  const page = await open(`#tour=${name}`, options);
  await page.until(`!document.getElementById("format").disabled && ${isJudged}`);
  return page;
}

/** Serves lessons without the verdict that the build has computed, so that the module's own is seen; the verdicts by their lessons. */
function withoutVerdicts(server) {
  return Object.fromEntries(lessons.map((name) => {
    const packed = JSON.parse(readFileSync(`${server.folder}/play/tour/${name}.json`, "utf8"));
    server.replaced.set(`/play/tour/${name}.json.gz`, gzipSync(JSON.stringify({ ...packed, verdict: undefined })));
    return [name, packed.verdict];
  }));
}

/** Each lesson is not done at its beginning, as was said before the module was there, and done with its answer; problems of its test are not listed. */
export async function lessonsAreDone({ open, server, expect }) {
  const verdicts = withoutVerdicts(server);
  const page = await opened(open, lessons[0]);
  for (const [index, name] of lessons.entries()) {
    await page.value(`location.hash = "tour=${name}"`);
    await page.until(`${words("#lesson-number")} === "Lesson ${index + 1} of ${lessons.length}" && ${isJudged}`);
    const first = await page.value(goal);
    expect(first === `Not yet: ${verdicts[name].sentence}`, `${name} is foreseen as “${verdicts[name].sentence}” and begins as: ${first}`);
    expect(first.startsWith("Not yet: "), `${name} begins as: ${first}`);
    expect(!/\d{4}-\d\d-\d\d \d\d/.test(first), `${name} says a time as a machine does: ${first}`);
    expect(await page.value(text) === file(name, "start.opp"), `${name} begins with another text`);
    await page.value(paste(file(name, "solution.opp")));
    await page.until(`${goal} === "Done"`);
    await page.until(`${words("#problems-title")} === "No problems"`);
    expect(await page.value(`document.getElementById("lesson-next").classList.contains("is-main")`), `${name} does not lead on`);
  }
  const ticks = await page.value(`document.querySelectorAll("#lesson-list .is-done").length`);
  expect(ticks === lessons.length, `${ticks} lessons are ticked`);
}

/** The problems of a test are not listed, and only the learner's own are. */
export async function testsAreHidden({ open, expect }) {
  for (const name of ["11-mistake", "16-own-data", "17-yours"]) {
    const page = await opened(open, name);
    await page.until(`${words("#problems-title")} !== "Not checked yet"`);
    // The checker has seen all files once it lists a mistake that is made after it.
    await page.value(paste(`${file(name, "start.opp")}\nopp "Other" when nowhere1\n`));
    await page.until(`${problems}.some((headline) => headline.includes("nowhere1"))`);
    const listed = await page.value(`[...document.querySelectorAll("#problems .place")].map((place) => place.textContent)`);
    expect(listed.every((place) => place.includes("rules.opp")), `${name} lists ${listed.join("; ")}`);
  }
}

/** An answer that is typed key by key is followed; the focus stays in the text. */
export async function answersAreTyped({ open, expect }) {
  const page = await opened(open, "02-weather");
  await page.click(".editor textarea");
  await page.value(`(() => { const area = document.querySelector(".editor textarea");
    const place = area.value.indexOf("sunny") + 5; area.setSelectionRange(place, place); })()`);
  await page.type(" and time in 12:00..13:00");
  await page.until(`${goal} === "Done"`);
  expect(await page.value("document.activeElement.tagName") === "TEXTAREA", "the focus leaves the text");
}

/** Hint, answer, undo, and the lesson again. */
export async function helpIsGiven({ open, expect }) {
  const page = await opened(open, "05-calendar");
  const own = file("05-calendar", "start.opp").replace("sunny", "cloudy");
  await page.value(paste(own));
  await page.click("#lesson-help");
  expect((await page.value(words("#lesson-hint"))).includes("at least"), "the hint is not shown");
  expect(await page.value(words("#lesson-help")) === "Show the answer", "the answer is not offered");
  await page.click("#lesson-help");
  await page.until(`${goal} === "Done"`);
  await page.undo();
  expect(await page.value(text) === own, "undo does not bring the learner's text back");
  await page.click("#lesson-again");
  expect(await page.value(text) === file("05-calendar", "start.opp"), "the lesson does not begin again");
}

/** A reload keeps the text and the ticks; a visit without a lesson offers to continue. */
export async function placesAreKept({ open, base, expect }) {
  const page = await opened(open, "07-for");
  await page.value(paste(file("07-for", "solution.opp")));
  await page.until(`${goal} === "Done"`);
  await page.reload();
  await page.until(`${goal} === "Done"`);
  expect(await page.value(text) === file("07-for", "solution.opp"), "a reload loses the text");
  await page.value(`document.getElementById("lessons").open = true`);
  expect(await page.value(`document.querySelectorAll("#lesson-list .is-done").length`) === 1, "a reload loses the ticks");
  await page.open(`${base}play/`);
  await page.until(`${words("#tour")} === "Continue at lesson 7"`);
  await page.until(`${words("#tabs")}.includes("time.opp")`);
}

/** A learner with a keyboard alone comes from the first lesson to the last. */
export async function theTourNeedsNoPointer({ open, expect }) {
  const page = await opened(open, lessons[0]);
  for (const [index, name] of lessons.entries()) {
    await page.until(`${words("#lesson-number")}.startsWith("Lesson ${index + 1} ") && document.querySelector(".editor textarea")`);
    for (let tabs = 0; tabs < 40 && await page.value(`document.activeElement.tagName`) !== "TEXTAREA"; tabs += 1) await page.press("Tab");
    await page.selectAll();
    await page.send("Input.insertText", { text: file(name, "solution.opp") });
    await page.until(`${goal} === "Done"`);
    // The first Escape may close a list of words.
    for (let presses = 0; presses < 2; presses += 1) await page.press("Escape");
    const last = index + 1 === lessons.length ? "lesson-download" : "lesson-next";
    for (let tabs = 0; tabs < 80 && await page.value(`document.activeElement.id`) !== last; tabs += 1) await page.press("Tab", 8);
    if (index + 1 < lessons.length) await page.press("Enter");
  }
  expect(await page.value(`!document.getElementById("lesson-end").hidden`), "the last lesson does not say how to install");
  await page.press("ArrowLeft", 1);
  await page.until(`${words("#lesson-number")} === "Lesson 16 of 17"`);
}

/** The day of a lesson is drawn before the module is there, as the module draws it; keys typed meanwhile are kept. */
export async function lessonsAreForeseen({ open, server, base, expect }) {
  const lanes = `JSON.stringify([...document.querySelectorAll("#lanes .run, #lanes i")].map((part) => [part.className, part.style.left, part.style.width]))`;
  server.held.add("/play/opp.wasm.gz");
  const page = await open(`#tour=12-why`);
  await page.until(`document.querySelectorAll("#lanes .run").length > 3`);
  const drawn = await page.value(lanes);
  expect((await page.value(painted("tok-keyword"))).includes("when"), "the text has no colours before the module");
  expect((await page.value(words("#replay-note"))).startsWith("Getting ready"), "the page does not say that it is getting ready");
  await page.click(".editor textarea");
  await page.type("// mine\n");
  server.release();
  await page.until(isJudged);
  expect((await page.value(text)).includes("// mine\n"), "keys typed before the module are lost");
  await page.undo();
  const other = await opened(open, "12-why");
  await other.until(`document.querySelectorAll("#lanes .run").length > 3`);
  expect(await other.value(lanes) === drawn, "the day that was drawn ahead is another than the module's");
  expect(server.count("/play/opp.wasm.gz") === 2 && server.count("/play/opp.wasm") === 0, "the module is requested otherwise than once a visit");
  expect(base.length > 0 && (await page.value(problems)).length === 0, "the lesson has problems");
}

/** The page of a lesson at the three sizes and in both themes. */
export async function lessonsLookRight({ open, expect, shots }) {
  for (const theme of ["light", "dark"]) {
    for (const [width, height] of [[390, 844], [1280, 800], [1920, 1080]]) {
      const page = await opened(open, "12-why", { width, height, theme, touch: width < 500 });
      expect(await page.value(`document.documentElement.scrollWidth <= ${width}`), `the lesson is wider than ${width}`);
      if (shots) await page.shot(`${shots}/lesson-${width}-${theme}.png`);
    }
  }
}

/** The number that would make a false condition true is offered; pressed, it finishes the lesson. Two false parts have none. */
export async function whatItWouldTake({ open, expect }) {
  const page = await opened(open, "12-why");
  await page.until(`${isReplayed} && document.querySelectorAll("#lanes .run").length > 3`);
  const track = await page.place("#lanes .lane .track");
  await page.clickAt(track.left + track.width * 0.5 + 1, track.y);
  await page.move(5, 5);
  await page.until(`document.querySelector("#why .take button") !== null`);
  expect(/^It would take this: write \d\dmin \(1 more firing/.test(await page.value(words("#why .take"))), `it says: ${await page.value(words("#why .take"))}`);
  await page.click("#why .take button");
  await page.until(`${goal} === "Done"`);
  expect((await page.value(text)).match(/free >= \d\dmin/), "the number is not written");
  await page.undo();
  expect(await page.value(text) === file("12-why", "start.opp"), "undo does not take the number back");
  await page.until(`${goal} !== "Done"`);
  const other = await page.place("#lanes .lane .track");
  await page.clickAt(other.left + other.width * 0.58, other.y);
  await page.move(5, 5);
  await page.until(`${words("#why .take")}.includes("would have to change")`);
  expect(await page.value(`document.querySelector("#why .take button") === null`), "a change of one number is offered where two are needed");
}

/** The last lesson's rules go on outside of the tour, with their data; the tour is left at any lesson. */
export async function theTourIsLeft({ open, expect, shots }) {
  const page = await opened(open, "17-yours");
  await page.value(paste(file("17-yours", "solution.opp")));
  await page.until(`${goal} === "Done"`);
  if (shots) await page.shot(`${shots}/lesson-last.png`);
  await page.click("#lesson-keep");
  await page.until(`document.documentElement?.classList.contains("is-tour") === false && document.querySelector(".editor") && ${isReplayed}`);
  expect(await page.value(text) === file("17-yours", "solution.opp"), "the playground has other rules than the lesson");
  expect((await page.value(words("#data summary"))).startsWith("Data: 2 files"), "the data of the lesson are gone");
  await page.value(`location.hash = "tour=03-units"`);
  await page.until(`${words("#lesson-number")} === "Lesson 3 of 17" && ${isJudged}`);
  await page.click("#leave-tour");
  await page.until(`document.documentElement?.classList.contains("is-tour") === false && document.querySelector(".editor") && ${isReplayed}`);
  expect(await page.value(text) === file("17-yours", "solution.opp"), "the rules of the playground were lost in the tour");
}
