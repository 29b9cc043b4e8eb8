// The time that a key takes on the page's thread. Processor time, since the clock on the wall says nothing of a machine
// that does other things as well.

import { isChecked, isReplayed, paste } from "./states.mjs";

/** The most milliseconds of a key at 200 rules. */
const limit = 10;

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
  console.log(`     a key at 200 rules (${rules.length} characters): ${task.toFixed(1)} ms, of it script ${script.toFixed(1)}, style and layout ${layout.toFixed(1)}`);
  expect(task <= limit, `a key takes ${task.toFixed(1)} ms of processor time, not ${limit}`);
}
