// Whether a lesson is done: its rules have no errors, at least one test has run, and all have passed.

/**
 * @typedef {object} Verdict
 * @property {boolean} isDone
 * @property {string} [sentence] what is missing, as `it fired at 9:00`
 */

/**
 * The verdict on rules that cannot be replayed with their test; undefined if they can.
 *
 * @param {{ problems: object[], testProblems?: object[] }} begun as `Replay.load` gives it
 * @returns {Verdict | undefined}
 */
export function verdictOfRules({ problems, testProblems = [] }) {
  const error = [...problems, ...testProblems].find(({ severity }) => severity === "error");
  return error && { isDone: false, sentence: error.message };
}

/**
 * The verdict on tests that have run.
 *
 * @param {object[]} results the lines of `opp test --format json`
 * @param {string[]} names the tests that must be among them
 * @param {boolean} hasDays whether the recording has two days or more, so that a time needs its day
 * @returns {Verdict}
 */
export function verdictOfTests(results, names, hasDays) {
  const tests = results.filter(({ type }) => type === "test");
  const missing = names.find((name) => !tests.some((test) => test.name === name));
  if (tests.length === 0 || missing !== undefined) {
    return { isDone: false, sentence: missing === undefined ? "no test has run" : `the test "${missing}" is gone` };
  }
  const failed = tests.find(({ passed }) => !passed);
  if (!failed) return { isDone: true };
  return { isDone: false, sentence: sentence(failed.failures[0], hasDays) };
}

/** What has happened in place of what was expected, in one sentence. */
function sentence({ opp, happened }, hasDays) {
  const [first, ...more] = happened;
  const said = more.find((line) => line.startsWith("it said:"))?.slice("it said:".length).trim();
  const local = first.replace(/(\d{4}-\d\d-\d\d) (\d\d):(\d\d):(\d\d)/g, (_, date, hour, minute, second) =>
    clock(date, hour, minute, second, hasDays));
  if (said) return `"${opp}" said ${said}`;
  // The text of the notification is seen below.
  const plain = local.replace(/^it fired at (.*?) with ".*"$/, "it fired at $1");
  return opp ? plain.replace(/^it /, `"${opp}" `) : plain;
}

/** A date and a time as people say them, as `9:00`, or `9:00 on Friday`. */
function clock(date, hour, minute, second, hasDays) {
  const time = `${Number(hour)}:${minute}${second === "00" ? "" : `:${second}`}`;
  if (!hasDays) return time;
  return `${time} on ${new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", { timeZone: "UTC", weekday: "long" })}`;
}

/** The names of the tests in a text of rules. */
export function testNames(rules) {
  return [...rules.matchAll(/^[ \t]*test[ \t]+"([^"\n]*)"/gm)].map(([, name]) => name);
}
