// The truth of the parts of the rules at any second of a day whose lanes are known: no worker needs to be called.

/** The parts of a day's Opps with their truth at a second, as `Core.truths` gives them. */
export function truthsAt(day, second) {
  return day.opps.flatMap(({ parts }) => parts.flatMap(({ file, start, end, runs }) => {
    const truth = truthAt(runs, second);
    return truth === undefined ? [] : [{ file, start, end, truth }];
  }));
}

/** The truth of runs at a second; undefined outside of them. */
export function truthAt(runs, second) {
  return runs.find(([from, to]) => second >= from && second < to)?.[2];
}

/** The seconds after another at which a lane turns or fires, the soonest first. @param {import("./day.mjs").Lane[]} lanes */
export function turnsAfter(lanes, second, until) {
  const turns = lanes.flatMap(({ runs, firings }) => [...runs.map(([from]) => from), ...firings]);
  return [...new Set(turns)].filter((turn) => turn > second && turn < until).sort((a, b) => a - b);
}
