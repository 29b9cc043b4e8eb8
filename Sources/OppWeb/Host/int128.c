// Arithmetic of 128-bit integers, which compilers for WebAssembly call functions for.
// `Tests/OppWeb/Host/functions.mjs` compares it with the BigInt of JavaScript.

#include <stdint.h>

typedef __int128 wide;
typedef unsigned __int128 natural;

// Shifts by half of a number would call the functions below.
typedef union {
  natural all;
  uint64_t half[2];
} halves;

static natural joined(uint64_t high, uint64_t low) { return ((halves){.half = {low, high}}).all; }
static uint64_t low_half(natural number) { return ((halves){.all = number}).half[0]; }
static uint64_t high_half(natural number) { return ((halves){.all = number}).half[1]; }

wide __multi3(wide left, wide right) {
  uint64_t a = low_half(left), b = low_half(right);
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0;
  uint64_t middle = a1 * b0 + (low >> 32);
  uint64_t other = a0 * b1 + (uint32_t)middle;
  uint64_t high = a1 * b1 + (middle >> 32) + (other >> 32);
  high += high_half(left) * b + a * high_half(right);
  return (wide)joined(high, (other << 32) | (uint32_t)low);
}

wide __ashlti3(wide number, int count) {
  uint64_t high = high_half(number), low = low_half(number);
  if (count == 0) return number;
  if (count >= 64) return (wide)joined(low << (count - 64), 0);
  return (wide)joined(high << count | low >> (64 - count), low << count);
}

wide __lshrti3(wide number, int count) {
  uint64_t high = high_half(number), low = low_half(number);
  if (count == 0) return number;
  if (count >= 64) return (wide)joined(0, high >> (count - 64));
  return (wide)joined(high >> count, low >> count | high << (64 - count));
}

wide __ashrti3(wide number, int count) {
  int64_t high = (int64_t)high_half(number);
  uint64_t low = low_half(number);
  if (count == 0) return number;
  if (count >= 64) return (wide)joined((uint64_t)(high >> 63), (uint64_t)(high >> (count - 64)));
  return (wide)joined((uint64_t)(high >> count), low >> count | (uint64_t)high << (64 - count));
}

// Long division, bit by bit.
static natural divided(natural number, natural by, natural *rest) {
  uint64_t quotient_high = 0, quotient_low = 0;
  natural left = 0;
  for (int bit = 127; bit >= 0; bit--) {
    uint64_t half = bit >= 64 ? high_half(number) : low_half(number);
    uint64_t carry = high_half(left) >> 63;
    left = joined(high_half(left) << 1 | low_half(left) >> 63,
                  low_half(left) << 1 | (half >> (bit & 63) & 1));
    if (carry || left >= by) {
      left -= by;
      if (bit >= 64) {
        quotient_high |= (uint64_t)1 << (bit - 64);
      } else {
        quotient_low |= (uint64_t)1 << bit;
      }
    }
  }
  *rest = left;
  return joined(quotient_high, quotient_low);
}

static natural magnitude(wide number) { return number < 0 ? -(natural)number : (natural)number; }

natural __udivti3(natural number, natural by) {
  natural rest;
  return divided(number, by, &rest);
}

natural __umodti3(natural number, natural by) {
  natural rest;
  divided(number, by, &rest);
  return rest;
}

wide __divti3(wide number, wide by) {
  natural rest, quotient = divided(magnitude(number), magnitude(by), &rest);
  return (number < 0) != (by < 0) ? -(wide)quotient : (wide)quotient;
}

wide __modti3(wide number, wide by) {
  natural rest;
  divided(magnitude(number), magnitude(by), &rest);
  return number < 0 ? -(wide)rest : (wide)rest;
}
