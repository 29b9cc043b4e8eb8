// The firings gained and lost since a moment ago, or since the moment that was pinned.

import { firingKey } from "./firings.mjs";

/** The time for which rules must have stood to be compared with, in milliseconds. */
const stood = 10_000;

/** Compares the firings of a replay with those of an earlier one. */
export class Comparison {
  #current;
  #base;
  #isPinned = false;

  /** @param {() => number} now the time in milliseconds */
  constructor(now = () => performance.now()) { this.now = now; }

  get isPinned() { return this.#isPinned; }

  /** A replay has come to its end. @param {object[]} opps those of the rules, in their order */
  replayed(firings, opps) {
    this.#current = { firings, names: opps.map(({ name }) => name), since: this.now() };
  }

  /** The rules are edited: those that have stood for long enough are compared with. */
  edited() {
    if (!this.#isPinned && this.#current && this.now() - this.#current.since >= stood) this.#base = this.#current;
  }

  /** Compares with the firings of now until `unpin`. */
  pin() {
    this.#base = this.#current;
    this.#isPinned = this.#base !== undefined;
  }

  unpin() {
    this.#isPinned = false;
    this.#base = undefined;
  }

  /** Forgets all: another rule set is shown. */
  clear() {
    this.unpin();
    this.#current = undefined;
  }

  /**
   * The firings gained and lost; undefined if there is nothing to compare with. One that moves within its day is neither.
   *
   * @param {(second: number) => string} dateOf the date of a second
   * @returns {{ gained: object[], lost: object[] } | undefined}
   */
  changes(dateOf) {
    if (!this.#base || this.#base === this.#current) return undefined;
    const before = renamed(this.#base, this.#current.names);
    const after = this.#current.firings;
    const [old, now] = [before, after].map((firings) => new Set(firings.map(firingKey)));
    const [gained, lost] = [after.filter((firing) => !old.has(firingKey(firing))), before.filter((firing) => !now.has(firingKey(firing)))];
    const place = ({ opp, row, second }) => JSON.stringify([opp, row ?? null, dateOf(second)]);
    const [added, removed] = [gained, lost].map((firings) => count(firings.map(place)));
    return { gained: without(gained, place, removed), lost: without(lost, place, added) };
  }
}

/** The firings of rules of which one Opp has another name now, at the same place. */
function renamed({ firings, names }, now) {
  const changed = names.flatMap((name, index) => (name === now[index] ? [] : [index]));
  if (names.length !== now.length || changed.length !== 1) return firings;
  const [index] = changed;
  return firings.map((firing) => (firing.opp === names[index] ? { ...firing, opp: now[index] } : firing));
}

function count(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The firings whose place has no partner left. */
function without(firings, place, partners) {
  const left = new Map(partners);
  return firings.filter((firing) => {
    const key = place(firing);
    const rest = left.get(key) ?? 0;
    if (rest > 0) left.set(key, rest - 1);
    return rest === 0;
  });
}
