// Numbers in a text of rules that can be changed step by step: those with a unit, percentages, durations and times of day.

/** A number with its unit, or a time of day. */
const form = /(?<![\w@,:"-]|(?<!\.)\.)(?:(\d{1,2}):(\d\d)(?![\d:])|(\d+(?:\.\d+)?)(%|[a-zA-Zµ°][a-zA-Z0-9µ°²³]*(?:\/[a-zA-Z]+[²³]?)?))/g;

/** The minutes of a day. */
const day = 24 * 60;

/**
 * The number at a place of a text.
 *
 * @param {string} text
 * @param {number} offset
 * @returns {{ start: number, end: number, text: string } | undefined} undefined if there is none, and for numbers in texts,
 *   comments, dates, positions and tests
 */
export function numberAt(text, offset) {
  const from = text.lastIndexOf("\n", offset - 1) + 1;
  const to = text.indexOf("\n", offset);
  const line = text.slice(from, to < 0 ? undefined : to);
  for (const found of line.matchAll(form)) {
    const [start, end] = [from + found.index, from + found.index + found[0].length];
    if (offset < start || offset > end) continue;
    const before = line.slice(0, found.index);
    const isInText = (before.replace(/\\./g, "").match(/"/g) ?? []).length % 2 === 1;
    const isPart = /@[-\d.,]*$/.test(before) || /\d{4}-\d\d(-\d\d)?T?$/.test(before);
    if (isInText || isPart || /\/\//.test(before) || isInTest(text, from)) return undefined;
    return { start, end, text: found[0] };
  }
  return undefined;
}

/** Whether a line is one of a test. */
function isInTest(text, start) {
  const lines = text.slice(0, text.indexOf("\n", start) < 0 ? undefined : text.indexOf("\n", start)).split("\n");
  const first = lines.findLast((line) => /^[a-z]/.test(line));
  return /^(test|given|at)\b/.test(first ?? "");
}

/**
 * A number after some steps: of one unit of its last digit, of 5 minutes for a time; ten times as large if that is wanted.
 *
 * @param {string} number as `30min`, `0.5km`, `40%` or `12:30`
 */
export function stepped(number, steps, isLarge = false) {
  const time = /^(\d{1,2}):(\d\d)$/.exec(number);
  if (time) {
    const minutes = Number(time[1]) * 60 + Number(time[2]) + steps * (isLarge ? 60 : 5);
    const kept = Math.max(0, Math.min(minutes, day));
    return `${Math.floor(kept / 60)}:${String(kept % 60).padStart(2, "0")}`;
  }
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(.*)$/.exec(number);
  const decimals = digits.split(".")[1]?.length ?? 0;
  const step = 10 ** -decimals * (isLarge ? 10 : 1);
  const most = unit === "%" ? 100 : Infinity;
  const value = Math.max(0, Math.min(Number(digits) + steps * step, Math.max(most, Number(digits))));
  return value.toFixed(decimals) + unit;
}
