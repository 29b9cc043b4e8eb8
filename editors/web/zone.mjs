// Time zones as TZif files (RFC 8536, version 2), made of what the browser knows of them.
//
// A browser has the rules of all zones, but gives them only as local times of instants. The offset of a zone is
// looked at each few days; where two neighbours differ, the second at which it changes is found by bisection:
//
//   offset  -18000 ───────────┐                    ┌─────────── -18000
//                             └──── -14400 ────────┘
//   looked at    ·     ·     ·     ·     ·     ·     ·     ·
//
// Two changes within one step that cancel each other are missed. In the years since 1970 no zone has such.

const secondsOfDay = 86_400;
const step = 4 * secondsOfDay;

/** A function from seconds since 1970 to the offset of a zone in seconds; undefined of a zone that there is not. */
export function offsets(zone) {
  let format;
  try {
    format = new Intl.DateTimeFormat("en-US-u-ca-iso8601-nu-latn", {
      timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric",
      hour: "numeric", minute: "numeric", second: "numeric",
    });
  } catch {
    return undefined;
  }
  return (second) => {
    const shown = {};
    for (const { type, value } of format.formatToParts(second * 1000)) shown[type] = Number(value);
    const local = Date.UTC(
      shown.year, shown.month - 1, shown.day, shown.hour, shown.minute, shown.second);
    return local / 1000 - second;
  };
}

/** The changes of a zone's offset from one second to another, as `{ at, offset }`, the first at `from`. */
export function transitions(offsetAt, from, to) {
  const found = [{ at: from, offset: offsetAt(from) }];
  let before = from;
  let offset = found[0].offset;
  while (before < to) {
    const after = Math.min(before + step, to);
    const next = offsetAt(after);
    if (next !== offset) {
      let [low, high] = [before, after];
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (offsetAt(middle) === offset) low = middle; else high = middle;
      }
      // A step in which the offset changes twice is continued behind the first change.
      offset = offsetAt(high);
      found.push({ at: high, offset });
      before = high;
    } else {
      before = after;
    }
  }
  return found;
}

/**
 * The TZif file of a zone, right from one second to another; before and after it the nearest offset holds.
 *
 * @param {string} zone a name such as `Europe/London`
 * @returns {Uint8Array | undefined} undefined of a zone that there is not
 */
export function zoneFile(zone, from, to) {
  const offsetAt = offsets(zone);
  if (!offsetAt) return undefined;
  const [first, ...changes] = transitions(offsetAt, from, to);
  const types = [first.offset, ...changes.map((change) => change.offset)]
    .filter((offset, index, all) => all.indexOf(offset) === index);

  // Version 1 has no transitions: whoever reads version 2 skips it.
  const bytes = [...header(0, 1), ...number(0, 4), 0, 0, 0];
  bytes.push(...header(changes.length, types.length));
  for (const change of changes) bytes.push(...number(change.at, 8));
  for (const change of changes) bytes.push(types.indexOf(change.offset));
  for (const offset of types) bytes.push(...number(offset, 4), 0, 0);
  // One empty abbreviation for all types, and a footer without a rule.
  bytes.push(0, 10, 10);
  return Uint8Array.from(bytes);
}

/** The header of a block: how many transitions and types it has, and one byte of abbreviations. */
function header(changes, types) {
  const magic = [0x54, 0x5a, 0x69, 0x66, 0x32, ...Array(15).fill(0)];
  return [...magic, ...[0, 0, 0, changes, types, 1].flatMap((count) => number(count, 4))];
}

/** A number in two's complement, the highest byte first. */
function number(value, size) {
  const bytes = [];
  let rest = BigInt.asUintN(size * 8, BigInt(value));
  for (let index = 0; index < size; index += 1) {
    bytes.unshift(Number(rest & 0xffn));
    rest >>= 8n;
  }
  return bytes;
}

/** The names of zones that a text mentions, as `Europe/London` in rules, in a recording or in a calendar. */
export function zonesNamed(text) {
  const names = new Set();
  for (const [name] of text.matchAll(/\b[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z0-9_+-]+){1,2}/g)) names.add(name);
  return [...names].filter((name) => offsets(name) !== undefined);
}
