// The worker that replays the recording in slices, and answers questions about days and seconds between them.
//
//   load ──▶ begin ──▶ slice ──▶ slice ──▶ … ──▶ done
//                        │ announced, and other calls are served
//                        └ a load with a greater generation ends the replay

import { announce, breath, report, serve } from "./service.mjs";

/** The time that a slice is to take, in milliseconds: so long a call waits at most. */
const sliceTime = 40;

serve((core) => {
  let current = 0;

  /** Replays to the end, unless another replay begins. */
  async function run(generation, to) {
    let steps = 200;
    for (let isDone = false; !isDone;) {
      await breath();
      if (generation !== current) return;
      const start = performance.now();
      const slice = core.advance(to, { steps });
      const time = Math.max(performance.now() - start, 1);
      steps = Math.max(50, Math.round(Math.min(steps * 4, (steps * sliceTime) / time)));
      isDone = slice.done;
      announce({ generation, slice });
    }
    await breath();
    if (generation !== current) return;
    const { status, output } = core.test();
    const results = new TextDecoder().decode(core.test({ json: true }).output).trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
    announce({ generation, tests: { passed: status === 0, text: new TextDecoder().decode(output), results } });
  }

  return {
    zones(files) {
      for (const { name, bytes } of files) core.addZone(name, bytes);
    },

    /** Makes the recording that of some files. */
    data(files) {
      current += 1;
      core.clearData();
      for (const { name, bytes } of files) core.addData(name, bytes);
    },

    /** Begins a replay; a later one ends it. */
    load(generation, rules, period) {
      current = generation;
      core.clearRules();
      for (const { name, text } of rules) core.addRules(name, text);
      const begun = core.begin(period);
      if (begun.from !== null) run(generation, begun.to).catch((error) => report(error));
      return begun;
    },

    /** The findings of `opp import` about a file that no rule reads yet. */
    importFile: (name, answers) => core.importFile(name, { answers }),

    /** The charts of rules up to a second, each as a piece of a page. */
    charts(rules, period, to) {
      current += 1;
      core.clearRules();
      for (const { name, text } of rules) core.addRules(name, text);
      return core.begin(period).from === null ? undefined : core.charts(to);
    },

    /** The lanes of a day. */
    day: (from, to) => core.day(from, to),

    /** The truth of each part of the rules at a second. */
    truths: (second) => core.truths(second),

    /** Explains an Opp at a second, after the past of it was gone through in slices, between which other calls are served. */
    async why(generation, opp, row, second, ahead) {
      while (generation === current && core.prepare(opp, row, second)) await breath();
      return generation === current ? core.why(opp, row, second, { ahead }) : null;
    },
  };
});
