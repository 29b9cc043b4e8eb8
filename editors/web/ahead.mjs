// What is drawn before the module is there: the day that the build has computed with it.

import { truthsAt } from "./truths.mjs";

/**
 * @typedef {object} Ahead
 * @property {object} begun as `Core.begin` gives it
 * @property {object} shown the lanes of a day, as `Core.day` gives them
 * @property {string} day its date
 * @property {string} zone
 * @property {number[]} seconds those of all firings and records
 * @property {number} [second] that of the day's first firing
 * @property {string} [opp] the Opp that fires at it
 * @property {object[]} [truths] as `Core.truths` gives them at that second
 * @property {object} [why] as `Core.why` gives it at that second
 * @property {number[]} tokens those of the file that is shown
 * @property {string[]} classes
 */

/** Answers questions about a replay from what the build has computed; others come to nothing. */
export class Foreseen {
  /** @param {Ahead} ahead */
  constructor(ahead) { this.ahead = ahead; }

  async day(from) {
    const { shown } = this.ahead;
    return shown.from >= from && shown.from < from + 86_400 ? shown : undefined;
  }

  async truths(second) { return second === this.ahead.second ? this.ahead.truths : truthsAt(this.ahead.shown, second); }

  async why(second, lane) {
    return second === this.ahead.second && lane.opp === this.ahead.opp ? this.ahead.why : undefined;
  }
}
