// What the page draws before the module is there: the first day of a rule set, the truths and the reasons at its first
// firing. The module itself computes it when the page is built, so that the page shows the same later.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Clock, next } from "../time.mjs";
import { zoneOf } from "../replay.mjs";
import { zoneFile, zonesNamed } from "../zone.mjs";

/** The years for which zones are made, in seconds since 1970: those of the recordings. */
const years = [0, 1_900_000_000];

/** A core with the files of a rule set and their zones; the files of rules are still to be added. */
export async function coreOf(play, module, { rules, data }) {
  const { Core } = await import(pathToFileURL(join(play, "core.mjs")));
  const core = new Core(new WebAssembly.Module(module));
  for (const zone of new Set([...rules, ...data].flatMap(({ text }) => (text.length < 1 << 20 ? zonesNamed(text) : [])))) {
    core.addZone(zone, zoneFile(zone, ...years));
  }
  for (const { name, text } of data) core.addData(name, text);
  return core;
}

/** The clock of a rule set, in its zone. */
export function clockOf({ rules, data }) {
  return new Clock(zoneOf({ files: rules, data: new Map(data.map(({ name, text }) => [name, new TextEncoder().encode(text)])) }));
}

/**
 * The first day of a rule set.
 *
 * @param {string} play the folder with `core.mjs`
 * @param {Uint8Array} module
 * @param {{ rules: object[], data: object[], open: string, day?: string }} set
 * @returns {Promise<object | undefined>} undefined for rules with errors, and for those without a period
 */
export async function ahead(play, module, { rules, data, open, day }) {
  const core = await coreOf(play, module, { rules, data });
  for (const { name, text } of rules) core.addRules(name, text);
  const begun = core.begin();
  if (begun.from === null) return undefined;
  const clock = clockOf({ rules, data });
  const { firings, records } = core.advance(begun.to);
  const file = rules.findIndex(({ name }) => name === open);
  const opps = new Set(begun.opps.filter((opp) => opp.file === file).map(({ name }) => name));
  const first = firings.find((firing) => opps.has(firing.opp) && (!day || clock.date(Date.parse(firing.at) / 1000) === day));
  const second = first && Date.parse(first.at) / 1000;
  const date = day ?? clock.date(second ?? begun.from);
  const shown = core.day(clock.start(date), clock.start(next(date)));
  shown.opps = shown.opps.filter((opp) => opp.file === file);
  return {
    begun, zone: clock.zone, day: date, shown,
    // The year has a bar for each day: of a firing its second is enough.
    seconds: [...firings, ...records].map(({ at }) => Date.parse(at) / 1000),
    ...(first && {
      second, opp: first.opp, truths: core.truths(second).filter((part) => part.file === file),
      why: core.why(first.opp, null, second, { ahead: false }),
    }),
    tokens: [...core.tokens(rules[file].text)], classes: core.tokenClasses,
  };
}
