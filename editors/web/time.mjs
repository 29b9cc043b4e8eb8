// Local dates and times of a zone, as the page shows them. Instants are seconds since 1970.

import { offsets } from "./zone.mjs";

/** The wall clock of a zone. */
export class Clock {
  #offset;

  /** @param {string} zone UTC is taken for a zone that there is not. */
  constructor(zone) {
    this.#offset = offsets(zone) ?? (() => 0);
    this.zone = zone;
  }

  /** The local time as a Date whose UTC fields are what the clock shows. */
  #local(second) {
    return new Date((second + this.#offset(second)) * 1000);
  }

  /** The date, as `2013-06-20`. */
  date(second) {
    return this.#local(second).toISOString().slice(0, 10);
  }

  /** The time of day, as `12:10`, with seconds where there are any. */
  time(second) {
    const text = this.#local(second).toISOString();
    return text.slice(11, text.slice(17, 19) === "00" ? 16 : 19);
  }

  /** The date in words, as `Thursday, 20 June 2013`. */
  words(second) {
    return this.#local(second).toLocaleDateString("en-GB", {
      timeZone: "UTC", weekday: "long", day: "numeric", month: "long", year: "numeric",
    });
  }

  /** The first second of a date. */
  start(date) {
    const midnight = Date.parse(`${date}T00:00:00Z`) / 1000;
    // The offset may change during the day; that of the day before is right, or the day begins with the change.
    let start = midnight - this.#offset(midnight - this.#offset(midnight));
    if (this.date(start) < date) start = this.#firstOf(date, start, start + 7200);
    else if (this.date(start - 1) >= date) start = this.#firstOf(date, start - 7200, start);
    return start;
  }

  /** The first second that shows a date, between one before it and one of it. */
  #firstOf(date, before, after) {
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (this.date(middle) < date) before = middle; else after = middle;
    }
    return after;
  }

  /** The second at which the clock first shows a date and a time, as `2013-06-20T12:10`. */
  second(local) {
    const shown = Date.parse(`${local}Z`) / 1000;
    return shown - this.#offset(shown - this.#offset(shown));
  }

  /** The dates from one second to another, the second itself not among them. */
  dates(from, to) {
    const dates = [];
    for (let date = this.date(from); date <= this.date(to - 1); date = next(date)) dates.push(date);
    return dates;
  }

  /** The full hours of a day, as `{ second, hour }`. */
  hours(date) {
    const [start, end] = [this.start(date), this.start(next(date))];
    const hours = [];
    for (let second = start; second < end; second += 900) {
      const shown = this.#local(second);
      if (shown.getUTCMinutes() === 0) hours.push({ second, hour: shown.getUTCHours() });
    }
    return hours;
  }
}

/** The date a number of days after another. */
export function next(date, days = 1) {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
