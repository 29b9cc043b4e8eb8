// How slow a machine is: limits of time grow with it, because a slow machine is no fault of what is measured.

import { readFileSync } from "node:fs";

/**
 * The milliseconds that this thread has computed, without the threads that compile a module further beside it. Linux
 * counts them in ticks of some milliseconds, so that short calls are judged by their mean.
 */
export function threadTime() {
  if (process.threadCpuUsage) {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  }
  return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
}

/** The milliseconds of each of some calls. */
export function measure(count, call) {
  return Array.from({ length: count }, (_, index) => {
    const start = threadTime();
    call(index);
    return threadTime() - start;
  });
}

/** The mean of some milliseconds. */
export function mean(milliseconds) {
  return milliseconds.reduce((sum, time) => sum + time, 0) / milliseconds.length;
}

/** A fixed computation. */
function compute() {
  const words = new Uint32Array(1 << 16);
  let hash = 2166136261;
  for (let round = 0; round < 40; round += 1) {
    for (let index = 0; index < words.length; index += 1) {
      hash = Math.imul(hash ^ words[(hash >>> 3) & 0xFFFF], 16777619);
      words[index] = hash;
    }
  }
}

/** The time of a fixed computation here, relative to 8 ms, which it takes on a machine that meets the wanted figures; at least 1. */
export function slownessOfMachine() {
  return Math.max(1, mean(measure(10, compute)) / 8);
}
