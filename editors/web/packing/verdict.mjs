// What the page says of a lesson at its beginning before the module is there: the same that it says with it.

import { testNames, verdictOfRules, verdictOfTests } from "../goal.mjs";
import { clockOf, coreOf } from "./ahead.mjs";

/**
 * The verdict on the rules that a person begins with.
 *
 * @param {string} play the folder with `core.mjs`
 * @param {Uint8Array} module
 * @param {{ rules: object[], tests: object[], data: object[] }} set
 * @returns {Promise<import("../goal.mjs").Verdict>}
 */
export async function verdict(play, module, { rules, tests, data }) {
  const core = await coreOf(play, module, { rules: [...rules, ...tests], data });
  const begin = (files) => {
    core.clearRules();
    for (const { name, text } of files) core.addRules(name, text);
    return core.begin();
  };
  let begun = begin([...rules, ...tests]);
  const isOfTests = ({ path, severity }) => tests.some(({ name }) => name === path) || severity !== "error";
  if (begun.from === null && begun.problems.every(isOfTests)) {
    // The test is not about these rules yet.
    const { problems } = begun;
    begun = { ...begin(rules), testProblems: problems };
  }
  const ofRules = verdictOfRules(begun);
  if (ofRules) return ofRules;
  core.advance(begun.to);
  const lines = new TextDecoder().decode(core.test({ json: true }).output).trim().split("\n").filter(Boolean);
  const clock = clockOf({ rules, data });
  const names = tests.length > 0 ? [] : rules.flatMap(({ text }) => testNames(text));
  return verdictOfTests(lines.map((line) => JSON.parse(line)), names, clock.date(begun.from) !== clock.date(begun.to - 1));
}
