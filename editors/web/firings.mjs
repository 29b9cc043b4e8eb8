// The firings of a replay. A firing is one Opp at one second, for one row where it has rows; whether it notifies, writes
// rows of tables or does both is a property of it.

/**
 * @typedef {object} Firing
 * @property {string} opp
 * @property {unknown[]} [row]
 * @property {number} second
 * @property {string} [text] that of the notification, if there is one
 * @property {string[]} tables those of which it wrote rows
 * @property {string} [colour]
 * @property {string | null} [delivered] when it was delivered, if that was later; null if it never was
 */

/** The firings of a replay, each once. */
export class Firings {
  #all = new Map();

  /**
   * Adds notifications and records as the core gives them.
   *
   * @returns {Firing[]} those that are new
   */
  add(notifications, records) {
    const before = this.#all.size;
    for (const { opp, row, at, text, colour, delivered } of notifications) {
      Object.assign(this.#entry(opp, row, at), { text: text ?? "", colour, delivered });
    }
    for (const { opp, row_of: row, at, table } of records) this.#entry(opp, row, at).tables.push(table);
    return [...this.#all.values()].slice(before);
  }

  /** Adds firings of which nothing but the second is known. @param {number[]} seconds */
  foresee(seconds) {
    return seconds.map((second, index) => {
      const firing = { opp: `${index}`, second, tables: [] };
      this.#all.set(index, firing);
      return firing;
    });
  }

  get count() { return this.#all.size; }

  /** The firings that notify. */
  get notifying() { return this.all.filter(({ text }) => text !== undefined).length; }

  /** @returns {Firing[]} */
  get all() { return [...this.#all.values()]; }

  /** The first firing; undefined if nothing fires. @returns {Firing | undefined} */
  get first() { return this.all.reduce((a, b) => (a && a.second <= b.second ? a : b), undefined); }

  /** The firings from one second to before another, in the order of time. */
  between(from, to) {
    return this.all.filter(({ second }) => second >= from && second < to).sort((a, b) => a.second - b.second);
  }

  #entry(opp, row, at) {
    const second = Date.parse(at) / 1000;
    const key = firingKey({ opp, row, second });
    let entry = this.#all.get(key);
    if (!entry) this.#all.set(key, entry = { opp, ...(row && { row }), second, tables: [] });
    return entry;
  }
}

/** The Opp, the row and the second of a firing as one text. */
export function firingKey({ opp, row, second }) {
  return JSON.stringify([opp, row ?? null, second]);
}

/** Counts in words, as `193 firings, 147 notify`. */
export function countWords(count, notifying) {
  const firings = `${count} firing${count === 1 ? "" : "s"}`;
  if (notifying === count) return firings;
  return `${firings}, ${notifying === 0 ? "none notifies" : notifying === 1 ? "1 notifies" : `${notifying} notify`}`;
}
