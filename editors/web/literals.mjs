// The changes of one literal that would make a false part of a condition true, guessed from what the part was going by. Whether a
// guess is right is found by a replay (`take.mjs`).
//
//   ✗ free >= 2h            free is 50min          ──▶  free >= 50min, then free >= 49min
//   ✗ time in 12:00..13:00  time is 13:20          ──▶  time in 12:00..13:25

import { stepped } from "./numbers.mjs";

/** The most changes that are offered for a part. */
const limit = 3;

const literal = String.raw`\d{1,2}:\d\d|\d+(?:\.\d+)?(?:%|[a-zA-Zµ°][\w/µ°²³]*)?`;

/**
 * The literals that may take the place of one in a part, as `{ start, end, text }` with offsets in the part, the nearest first.
 *
 * @param {string} part as it stands in the text, such as `free >= 2h`
 * @param {string} words what it was going by, such as `free is 50min; since 10:50:01`
 */
export function guesses(part, words) {
  const value = valueIn(words);
  if (value === undefined) return [];
  const comparison = new RegExp(`(<=?|>=?)\\s*(${literal})$`).exec(part);
  if (comparison) return around(part, comparison[2], value, comparison[1].startsWith(">") ? -1 : 1, comparison[1].length === 1);
  const range = new RegExp(`\\bin\\s+(${literal})\\.\\.(${literal})$`).exec(part);
  if (range) return [...around(part, range[2], value, 1, true), ...around(part, range[1], value, -1, false, range.index)];
  const within = new RegExp(`\\bwithin\\s+(${literal})$`).exec(part);
  return within ? around(part, within[1], value, 1, false) : [];
}

/** The value that a part was going by, as a literal; undefined if the words have none. */
function valueIn(words) {
  const found = new RegExp(`^[^;]*? is (${literal}|\\d+(?:\\.\\d+)?°[CF])(?=[;,\\s]|$)`).exec(words)?.[1];
  return found?.replace("°", "").replace(/^(\d+:\d\d):\d\d$/, "$1");
}

/** Literals at a value or just beyond it, in place of one of a part. @param {number} direction 1 for larger ones, -1 for smaller ones */
function around(part, old, value, direction, isStrict, from = 0) {
  const start = from + (from > 0 ? part.slice(from).indexOf(old) : part.lastIndexOf(old));
  const isTime = (text) => text.includes(":");
  if (start < 0 || isTime(old) !== isTime(value)) return [];
  const first = isTime(value) ? rounded(value, direction) : value;
  const texts = [first, stepped(first, direction), stepped(first, direction, true)];
  return [...new Set(isStrict ? texts.slice(1) : texts)].filter((text) => text !== old)
    .slice(0, limit).map((text) => ({ start, end: start + old.length, text }));
}

/** A time of day at the next five minutes in a direction, or at it. */
function rounded(time, direction) {
  const [hours, minutes] = time.split(":").map(Number);
  const all = (direction > 0 ? Math.ceil : Math.floor)((hours * 60 + minutes) / 5) * 5;
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
}

/** The top parts of an explanation's sentences, as `{ truth, part, words }`. */
export function topParts(text) {
  const marks = { "✓": "true", "✗": "false", "?": "unknown" };
  return [...text.matchAll(/^ {2}([✓✗?]) (.*?)(?: {2,}(.*))?$/gm)].map(([, mark, part, words = ""]) => ({ truth: marks[mark], part, words }));
}
