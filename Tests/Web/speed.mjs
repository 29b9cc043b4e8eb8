// The time that a key takes on the page's thread. Processor time, since the clock on the wall says nothing of a machine
// that does other things as well.

import { isChecked, isReplayed, paste } from "./states.mjs";

/** The most milliseconds of a key at 200 rules, on a machine that is not slow. */
const limit = 10;

/** On one that is: so many times as long as a key in a plain text area with the same text takes at most. */
const ratio = 4;

const typed = "// A comment of some words, as they are typed in the middle of a text.";

/** Puts the caret before the middle one of the rules in a text area. */
const enterMiddle = `(area) => {
  area.focus();
  const place = area.value.indexOf("opp \\"Rule 100\\"");
  area.setSelectionRange(place, place);
}`;

/** The milliseconds of a key in what has the focus: of all, of scripts, of style and layout. */
async function measure(page) {
  // The first keys warm the core up.
  await page.type(typed.slice(0, 20));
  const before = await page.processorTime();
  await page.type(typed.slice(20));
  await page.value(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`);
  const after = await page.processorTime();
  const count = typed.length - 20;
  return ["task", "script", "layout"].map((name) => ((after[name] - before[name]) * 1000) / count);
}

const rule = (number) => `/// Rule ${number}: warm and dry, and some time is left.
opp "Rule ${number}" when temp > ${10 + (number % 20)}C and free >= ${1 + (number % 5)}h and not raining
  notify "It is {temp}, number ${number}."
  at most once per day
`;

/** A key in 200 rules takes at most so long, colours and the message to the worker included. */
export async function keysAreQuick({ open, expect }) {
  const page = await open(`#${"example=reminders"}`);
  await page.until(isReplayed);
  const rules = Array.from({ length: 200 }, (_, index) => rule(index)).join("\n");
  await page.value(paste(rules));
  await page.until(isReplayed, 60_000);
  await page.until(isChecked);
  await page.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.value(`(${enterMiddle})(document.querySelector(".editor:not([hidden]) textarea"))`);
  const [task, script, layout] = await measure(page);
  await page.value(`(() => {
    const area = document.createElement("textarea");
    area.style = "position: fixed; inset: 10%; width: 80%; height: 80%; z-index: 100";
    area.value = document.querySelector(".editor:not([hidden]) textarea").value;
    document.body.append(area);
    (${enterMiddle})(area);
  })()`);
  const [plain] = await measure(page);
  const most = Math.max(limit, ratio * plain);
  console.log(`     a key at 200 rules (${rules.length} characters): ${task.toFixed(1)} ms, of it script ${script.toFixed(1)}, style and layout ${layout.toFixed(1)}; in a plain text area ${plain.toFixed(1)}`);
  expect(task <= most, `a key takes ${task.toFixed(1)} ms of processor time, not ${most.toFixed(1)}`);
}
