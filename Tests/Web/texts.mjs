// Rules as they are read, typed, mended and formatted.

import { readFileSync } from "node:fs";
import { fragment, isChecked, isReplayed, painted, paste, problems, text, words } from "./states.mjs";

const example = readFileSync(new URL("../../examples/opportunity/time.opp", import.meta.url), "utf8");
const small = 'opp "Sunny" when sky == sunny\n  notify "Sunny."\n';

/** The page has the rules before any script runs, and the same in colours after it. */
export async function rulesAreThereAtOnce({ open, server, expect }) {
  server.replaced.set("/play/app.mjs", "");
  const bare = await open();
  expect(await bare.value(words("#first")) === example.trimEnd(), "the page without its script does not show the rules");
  server.replaced.clear();
  const page = await open();
  await page.until(isChecked);
  expect(await page.value(text) === example, "the editor does not have the example's text");
  const keywords = await page.until(`${painted("tok-keyword")}.length && ${painted("tok-keyword")}`);
  expect(keywords.includes("when"), "`when` has not the colour of a keyword");
  expect((await page.value(painted("tok-unit"))).includes("km"), "`km` has not the colour of a unit");
  expect(await page.value(words("#problems-title")) === "No problems", "the example has problems");
  const painting = await page.value(`[...document.querySelectorAll(".editor:not([hidden]) .paint div")]
    .map((line) => line.textContent).join("\\n")`);
  expect(example.includes(painting), "the painted text is another than that of the text area");
}

/** A word has its colour at once; what an edit means for other paragraphs is shown after a pause. */
export async function coloursFollow({ open, expect }) {
  const page = await open(fragment(`${small}\n${small.replace("Sunny", "Bright")}`));
  await page.until(isChecked);
  await page.until(`${painted("tok-keyword")}.length === 6`);
  await page.click(".editor:not([hidden]) textarea");
  await page.press("Home", 2, ["moveToBeginningOfDocument"]);
  await page.type("let a = 1");
  expect((await page.value(painted("tok-keyword")))[0] === "let", "a keyword that was typed has not its colour at once");
  await page.selectAll();
  await page.value(paste(`/* ${small}\n${small}`));
  await page.press("End", 2, ["moveToEndOfDocument"]);
  await page.type("*/");
  await page.until(`${painted("tok-keyword")}.length === 0 && ${painted("tok-comment")}.length === 6`);
}

/** A mistake is marked and listed; its fix is one edit that undo takes back. */
export async function mistakesAreMended({ open, expect }) {
  const page = await open(fragment(small));
  await page.until(isChecked);
  await page.value(paste('opp "Warm" when tmp > 20C\n'));
  await page.until(`${problems}.some((problem) => problem.includes("tmp"))`);
  expect((await page.value(painted("has-error"))).join() === "tmp", "the mistake is not marked in the text");
  expect((await page.value(words("#tabs .has-problems"))) === "rules.opp", "the tab does not show that its file has errors");
  await page.click("#problems .fixes button");
  await page.until(`${text}.includes("when temp > 20C")`);
  expect(await page.value(`document.activeElement.tagName`) === "TEXTAREA", "the focus is not in the text after a fix");
  await page.until(`${words("#problems-title")} === "No problems"`);
  await page.undo();
  expect((await page.value(text)).includes("when tmp > 20C"), "undo does not take the fix back");
  await page.undo();
  expect(await page.value(text) === small, "undo does not take the paste back");
}

/** Findings of the linter are in the same list, with a link to their page. */
export async function findingsAreListed({ open, expect }) {
  const page = await open(fragment(small));
  await page.until(isChecked);
  await page.value(paste('opp "Warm" when not not raining\n  notify "Rain."\n'));
  await page.until(`${problems}.some((problem) => problem.includes("not not raining"))`);
  const address = await page.value(`document.querySelector("#problems a")?.getAttribute("href")`);
  expect(address === "../lint/negation-of-negation/", `the finding leads to ${address}`);
  await page.click("#problems .headline");
  const chosen = await page.value(`(() => { const area = document.querySelector(".editor:not([hidden]) textarea");
    return area.value.slice(area.selectionStart, area.selectionEnd); })()`);
  expect(chosen === "not not raining", `the finding chooses “${chosen}”`);
}

/** Format makes the canonical layout, by one edit. */
export async function formattingIsUndone({ open, expect }) {
  const page = await open(fragment(small));
  await page.until(isChecked);
  const loose = 'opp   "Warm"\nwhen temp>20C\n   notify "It is {temp}."\n';
  await page.value(paste(loose));
  await page.until(`${problems} && true`);
  await page.click("#format");
  await page.until(`${text} === 'opp "Warm"\\n  when temp > 20C\\n  notify "It is {temp}."\\n'`);
  await page.undo();
  expect(await page.value(text) === loose, "undo does not take the layout back");
}

/** Words are completed while one types; a word is explained. */
export async function wordsAreCompleted({ open, expect }) {
  const page = await open(fragment(small));
  await page.until(isChecked);
  await page.value(paste('opp "Warm" when '));
  await page.type("tem");
  await page.until(`document.querySelectorAll("#completions:not([hidden]) [role=option]").length > 0`);
  const active = await page.value(`document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))?.textContent`);
  expect(active?.startsWith("temp"), `the first word for “tem” is ${active}`);
  await page.press("Enter");
  expect((await page.value(text)).endsWith("when temp"), "Enter does not take the word");
  await page.type(" > 20C");
  expect((await page.value(text)).endsWith("when temp > 20C"), "typing goes on otherwise after a completion");
  expect(await page.value(`document.getElementById("completions").hidden`), "the list stays open");
  await page.press("Home");
  for (let index = 0; index < 17; index += 1) await page.press("ArrowRight");
  await page.press("F1");
  await page.until(`!document.getElementById("hover").hidden`);
  expect((await page.value(words("#hover"))).includes("Temperature"), "F1 does not say that `temp` is a temperature");
  await page.press("Escape");
  expect(await page.value(`document.getElementById("hover").hidden`), "Escape leaves the note open");
}

/** A browser that makes no core outside of workers has no colours, and all the rest. */
export async function coloursAreNotNeeded({ open, server, expect }) {
  const app = readFileSync(`${server.folder}/play/app.mjs`, "utf8");
  server.replaced.set("/play/app.mjs", app.replace("await Core.made(module)", "(() => { throw new RangeError(); })()"));
  const page = await open();
  await page.until(isReplayed);
  await page.until(`${painted("is-true")}.length > 0`);
  expect((await page.value(painted("tok-keyword"))).length === 0, "there are colours");
  expect((await page.value(words("#problems-title"))) === "No problems", "nothing is checked");
  expect((await page.value(words("#lanes .name"))) === "Stretch", "nothing is replayed");
}

/** Files are added, shown, renamed and removed as tabs; rules of one are known in another. */
export async function filesAreTabs({ open, expect }) {
  const page = await open();
  await page.until(isReplayed);
  await page.click("#add-file");
  await page.until(`${words("#tabs [aria-selected=true]")} === "rules.opp"`);
  await page.type('opp "Away" when not near home');
  await page.until(`${isReplayed} && ${words("#lanes .name")} === "Away"`);
  expect(await page.value(words("#problems-title")) === "No problems", "a place of another file is not known");
  await page.value(`document.querySelector("#tabs [aria-selected=true]").focus()`);
  await page.press("ArrowLeft");
  expect(await page.value(words("#tabs [aria-selected=true]")) === "weather.opp", "the arrow does not show the file beside it");
  await page.press("ArrowRight");
  await page.press("Delete");
  expect(!(await page.value(words("#tabs"))).includes("rules.opp"), "Delete does not remove the file");
}

/** The caret's line stays in view while one types, pastes, mends and undoes, and does not move when problems are listed. */
export async function theCaretStaysInView({ open, expect }) {
  let seed = 7;
  const random = (count) => (seed = (seed * 48271) % 2147483647) % count;
  const caret = `(() => {
    const editor = document.querySelector(".editor:not([hidden])");
    const area = editor.querySelector("textarea");
    const style = getComputedStyle(area);
    const offset = area.selectionDirection === "backward" ? area.selectionStart : area.selectionEnd;
    const line = area.value.slice(0, offset).split("\\n").length - 1;
    const top = area.getBoundingClientRect().top + parseFloat(style.paddingTop) + line * parseFloat(style.lineHeight) - area.scrollTop;
    const box = editor.getBoundingClientRect();
    return { top, isInside: top >= box.top - 1 && top + parseFloat(style.lineHeight) <= Math.min(box.bottom, innerHeight) + 1 };
  })()`;
  const settled = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))`;
  const lines = ['opp "Wrong" when tmp > 20C and frre >= 30min\n', '  notify "It is {tmp}."\n', "\n", "let warm = temp > 20\n", "te", " and not not raining"];
  for (const [width, height] of [[390, 844], [1280, 800], [1920, 1080]]) {
    const page = await open(fragment(Array.from({ length: 30 }, (_, index) => small.replace("Sunny", `Sunny ${index}`)).join("\n")), { width, height });
    await page.until(isChecked);
    await page.click(".editor:not([hidden]) textarea");
    for (let step = 0; step < 24; step += 1) {
      const kind = random(8);
      if (kind < 3) await page.send("Input.insertText", { text: lines[random(lines.length)].repeat(1 + random(3)) });
      else if (kind === 3) await page.press("End", 2, ["moveToEndOfDocument"]);
      else if (kind === 4) await page.press("Home", 2, ["moveToBeginningOfDocument"]);
      else if (kind === 5) await page.undo();
      else if (kind === 6) for (let times = 0; times < 9; times += 1) await page.press("ArrowDown");
      else await page.press("Enter");
      await page.value(settled);
      const now = await page.value(caret);
      expect(now.isInside, `at ${width} pixels the caret leaves the view with step ${step} of kind ${kind}`);
    }
    const before = await page.value(caret);
    await page.until(`document.querySelectorAll("#problems li").length > 0`);
    await page.value(settled);
    const after = await page.value(caret);
    expect(after.top === before.top, `at ${width} pixels the caret's line moves by ${after.top - before.top} when problems are listed`);
    await page.press("Escape");
    await page.value(paste(`${Array.from({ length: 30 }, (_, index) => small.replace("Sunny", `Sunny ${index}`)).join("\n")}\nopp "Last" when `));
    await page.type("te");
    await page.until(`!document.getElementById("completions").hidden`);
    const [list, box] = await page.value(`["#completions", ".editor:not([hidden])"].map((selector) => {
      const { top, bottom, left, right } = document.querySelector(selector).getBoundingClientRect();
      return { top, bottom, left, right };
    })`);
    expect(list.top >= box.top && list.bottom <= box.bottom && list.left >= box.left && list.right <= box.right, `at ${width} pixels the words lie outside of the editor`);
  }
}
