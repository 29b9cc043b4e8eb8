// Tests what the module brings along of a C library: memory, 128-bit integers against BigInt, and the elementary
// functions against those of JavaScript and against digits that are known.
//
//   node Tests/OppWeb/Host/functions.mjs .build/web/functions.wasm

import { readFileSync } from "node:fs";

const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(process.argv[2])));
let failures = 0;

function expect(condition, words) {
  if (condition) return;
  failures += 1;
  console.error(words);
}

/** A small generator with a seed, so that a failure can be run again. */
let state = 42n;
function random() {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xFFFFFFFFFFFFFFFFn;
  return state ^ (state >> 29n);
}

// MARK: 128-bit integers

/** A number of 0 to 128 bits, small and extreme ones as often as others. */
function number() {
  const bits = Number(random() % 129n);
  const all = (random() << 64n | random()) & ((1n << BigInt(bits)) - 1n);
  return BigInt.asIntN(128, random() % 2n === 0n ? all : -all);
}

const result = exports.malloc(16);

/** Calls a function of 128-bit integers, which are passed as two halves and returned in memory. */
function call(name, ...values) {
  const halves = values.flatMap((value) => typeof value === "bigint"
    ? [BigInt.asIntN(64, value), BigInt.asIntN(64, value >> 64n)] : [value]);
  exports[name](result, ...halves);
  const view = new DataView(exports.memory.buffer, result, 16);
  return view.getBigUint64(0, true) | view.getBigInt64(8, true) << 64n;
}

const signed = (value) => BigInt.asIntN(128, value);
const natural = (value) => BigInt.asUintN(128, value);

for (let round = 0; round < 20_000; round++) {
  const [left, right] = [number(), number()];
  const count = Number(random() % 128n);
  const same = (name, found, expected) =>
    expect(signed(found) === signed(expected), `${name}(${left}, ${right}, ${count}) is ${found}`);
  same("__multi3", call("__multi3", left, right), left * right);
  same("__ashlti3", call("__ashlti3", left, count), left << BigInt(count));
  same("__lshrti3", call("__lshrti3", left, count), natural(left) >> BigInt(count));
  same("__ashrti3", call("__ashrti3", left, count), left >> BigInt(count));
  if (right === 0n) continue;
  same("__divti3", call("__divti3", left, right), left / right);
  same("__modti3", call("__modti3", left, right), left % right);
  same("__udivti3", call("__udivti3", left, right), natural(left) / natural(right));
  same("__umodti3", call("__umodti3", left, right), natural(left) % natural(right));
}

for (const value of [0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 2 ** 52 + 1, -7.2, 1e300]) {
  const whole = Math.sign(value) * Math.floor(Math.abs(value));
  const expected = Math.abs(value - whole) < 0.5 ? whole : whole + Math.sign(value);
  expect(exports.round(value) === expected, `round(${value}) is ${exports.round(value)}`);
}

// MARK: Elementary functions

/** The bits of a number in an order without gaps, so that a difference counts the numbers between two. */
function place(number) {
  const bits = new BigInt64Array(new Float64Array([number]).buffer)[0];
  return bits < 0n ? -(bits & 0x7FFFFFFFFFFFFFFFn) : bits;
}

/** Expects what JavaScript has, which may be a few of the last bits off. */
function near(name, ...values) {
  const [found, expected] = [exports[name](...values), Math[name](...values)];
  const distance = place(found) - place(expected);
  expect(
    Number.isNaN(expected) ? Number.isNaN(found) : distance >= -4n && distance <= 4n,
    `${name}(${values}) is ${found}, in JavaScript ${expected}`);
}

/** A number in 0 ..< 1. */
const fraction = () => Number(random() >> 11n) * 2 ** -53;

for (let round = 0; round < 20_000; round++) {
  const size = [1, 10, 1e5, 1e-8][round % 4];
  const [left, right] = [(fraction() - 0.5) * size, (fraction() - 0.5) * [1, 1e-6][round % 2]];
  near("sin", left);
  near("cos", left);
  near("acos", fraction() * 2 - 1);
  near("atan2", left, right);
  near("cbrt", left);
  const [number, by] = [left * 2 ** Number(random() % 200n), right];
  expect(exports.fmod(number, by) === number % by, `fmod(${number}, ${by}) is not the rest`);
}
const extremes = [0, -0, 1, -1, Infinity, -Infinity, NaN, 1e300, -1e-300, 5e-324];
for (const left of extremes) {
  near("acos", left);
  near("cbrt", left);
  if (Math.abs(left) < 1e300) near("sin", left);
  for (const right of extremes) {
    near("atan2", left, right);
    expect(
      Object.is(exports.fmod(left, right), left % right), `fmod(${left}, ${right}) is not the rest`);
  }
}
// Numbers of which libraries that round badly give the one beside.
for (const [name, values, digits] of [
  ["sin", [18], -0.750987246771676], ["sin", [2.5], 0.5984721441039565],
  ["cos", [0.1], 0.9950041652780258], ["cos", [10.2], -0.7142656520272003],
  ["acos", [0.05], 1.5207754699891265], ["acos", [0.254], 1.3139826719870775],
  ["cbrt", [13], 2.3513346877207577], ["cbrt", [0.9], 0.9654893846056297],
  ["atan2", [1, 7], 0.14189705460416394], ["atan2", [1, 9], 0.11065722117389565],
]) {
  expect(exports[name](...values) === digits, `${name}(${values}) is ${exports[name](...values)}`);
}

// MARK: Memory

const blocks = new Map();
for (let round = 0; round < 20_000; round++) {
  if (blocks.size > 200 || (blocks.size > 0 && random() % 3n === 0n)) {
    const [address, block] = [...blocks][Number(random() % BigInt(blocks.size))];
    const bytes = new Uint8Array(exports.memory.buffer, address, block.size);
    expect(bytes.every((byte) => byte === block.mark), `a block of ${block.size} bytes was changed`);
    exports.free(address);
    blocks.delete(address);
    continue;
  }
  const size = Number(random() % (1n << (random() % 17n)));
  const alignment = 1 << Number(random() % 9n);
  expect(exports.posix_memalign(result, alignment, size) === 0, `no room for ${size} bytes`);
  const address = new DataView(exports.memory.buffer).getUint32(result, true);
  expect(address % alignment === 0, `${address} is not aligned to ${alignment}`);
  const mark = Number(random() % 256n);
  new Uint8Array(exports.memory.buffer, address, size).fill(mark);
  blocks.set(address, { size, mark });
}
const before = exports.memory.buffer.byteLength;
for (let round = 0; round < 1000; round++) exports.free(exports.malloc(1 << 20));
expect(exports.memory.buffer.byteLength <= before + (4 << 20), "freed memory is not used again");
expect(exports.malloc(0xFFFFFFFF) === 0, "a block larger than memory was given");

console.log(failures === 0 ? "the functions in C are right" : `${failures} failures`);
process.exit(failures === 0 ? 0 : 1);
