// The zone files that the playground makes, compared with those of the system: the offsets of 20 zones over ten years.
//
//   node Tests/Web/zone.mjs
//
// The system's files and the browser's tables may be of different versions. The years are such that no zone of the list
// has changed its rules since the older of them.

import { existsSync, readFileSync } from "node:fs";
import { zoneFile, zonesNamed } from "../../editors/web/zone.mjs";

const database = "/usr/share/zoneinfo";
const zones = [
  "Africa/Casablanca", "Africa/Nairobi", "America/Argentina/Buenos_Aires", "America/Chicago", "America/New_York",
  "America/Santiago", "America/Sao_Paulo", "America/St_Johns", "America/Vancouver", "Asia/Amman", "Asia/Kathmandu",
  "Asia/Kolkata", "Asia/Tokyo", "Australia/Adelaide", "Australia/Lord_Howe", "Europe/Dublin", "Europe/Istanbul",
  "Europe/London", "Pacific/Apia", "Pacific/Chatham",
];
const from = Date.UTC(2008, 0, 1) / 1000;
const to = Date.UTC(2018, 0, 1) / 1000;

/** The version 2 block of a TZif file: the changes of its offset, and the offset before them. */
function read(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const counts = (at) => [20, 24, 28, 32, 36, 40].map((place) => view.getUint32(at + place));
  const size = ([utc, standard, leap, time, type, text], width) =>
    44 + time * (width + 1) + type * 6 + text + leap * (width + 4) + standard + utc;
  const start = size(counts(0), 4);
  const [, , , time, type] = counts(start);
  const times = start + 44;
  const indices = times + time * 8;
  const types = indices + time;
  const offset = (index) => view.getInt32(types + index * 6);
  const changes = [];
  for (let index = 0; index < time; index += 1) {
    changes.push({ at: Number(view.getBigInt64(times + index * 8)), offset: offset(bytes[indices + index]) });
  }
  if (type === 0) throw new Error("no type");
  return { first: offset(0), changes };
}

/** The changes between two seconds, those that change nothing left out. */
function changes({ first, changes }) {
  const result = [];
  let last = first;
  for (const change of changes) {
    if (change.at > from && change.at < to && change.offset !== last) result.push(`${change.at} ${change.offset}`);
    last = change.offset;
  }
  const begin = changes.findLast((change) => change.at <= from)?.offset ?? first;
  return [`begins with ${begin}`, ...result];
}

let failures = 0;
let compared = 0;
function expect(condition, sentence) {
  if (condition) return;
  console.log(sentence);
  failures += 1;
}

if (!existsSync(`${database}/Europe/London`)) {
  console.log("there is no zone database: the zones are not compared");
  process.exit(0);
}
for (const zone of zones) {
  const made = zoneFile(zone, from, to);
  const [mine, theirs] = [read(made), read(readFileSync(`${database}/${zone}`))].map(changes);
  compared += mine.length;
  expect(mine.join() === theirs.join(), `${zone}: ${mine.join(", ")}; the system has ${theirs.join(", ")}`);
}
expect(zoneFile("Europe/Nowhere", from, to) === undefined, "a zone that there is not has a file");
expect(
  zonesNamed('set zone "Europe/London"\nDTSTART;TZID=America/Argentina/Buenos_Aires:2013\nAnd/Or').join()
    === "Europe/London,America/Argentina/Buenos_Aires",
  "the zones that a text names are not found");
console.log(`${zones.length} zones, ${compared} offsets, ${failures} differences`);
process.exit(failures ? 1 : 0);
