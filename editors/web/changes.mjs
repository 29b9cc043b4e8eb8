// What an edit does to the year, in words and with a way to the days that change.

import { Comparison } from "./comparison.mjs";

const element = (id) => document.getElementById(id);

/** The line below the year. */
export class Changes {
  comparison = new Comparison();
  #found;

  /**
   * @param {object} listeners
   * @param {() => void} listeners.redraw called to draw the year and the day anew
   * @param {(date: string) => void} listeners.turned called to show a day that changes
   */
  constructor(listeners) {
    this.listeners = listeners;
    element("pin").addEventListener("click", () => this.#pin());
    element("next-change").addEventListener("click", () => this.#next());
  }

  /** Compares the firings of now, and says what has changed. @param {import("./time.mjs").Clock} clock */
  show(clock, day) {
    this.clock = clock;
    this.day = day;
    this.#found = this.comparison.changes((second) => clock.date(second));
    const { gained, lost } = this.days;
    const isSame = gained.size === 0 && lost.size === 0;
    const against = this.comparison.isPinned ? "the pinned rules" : "a moment ago";
    const words = `${days(gained.size)} gained, ${lost.size} lost, against ${against}`;
    element("changes").textContent = !this.#found ? "" : isSame ? `No day gained or lost, against ${against}` : words;
    element("next-change").hidden = isSame;
    element("pin").textContent = this.comparison.isPinned ? "Unpin" : "Pin";
    element("pin").setAttribute("aria-pressed", String(this.comparison.isPinned));
  }

  /** The dates on which firings are gained and lost, with their numbers. */
  get days() {
    const count = (firings) => firings.reduce((map, { second }) => {
      const date = this.clock.date(second);
      return map.set(date, (map.get(date) ?? 0) + 1);
    }, new Map());
    return { gained: count(this.#found?.gained ?? []), lost: count(this.#found?.lost ?? []) };
  }

  /** The seconds from one to another at which an Opp fires no longer. */
  lost(opp, from, to) {
    return (this.#found?.lost ?? []).filter((firing) => firing.opp === opp && firing.second >= from && firing.second < to)
      .map(({ second }) => second);
  }

  #pin() {
    if (this.comparison.isPinned) this.comparison.unpin(); else this.comparison.pin();
    this.listeners.redraw();
  }

  /** Shows the next day that changes, the first one after the last. */
  #next() {
    const { gained, lost } = this.days;
    const dates = [...new Set([...gained.keys(), ...lost.keys()])].sort();
    this.listeners.turned(dates.find((date) => date > this.day) ?? dates[0]);
  }
}

function days(count) { return count === 1 ? "1 day" : `${count} days`; }
