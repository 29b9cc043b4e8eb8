// The elementary functions, rounded correctly: the last bit depends on no browser, and is that of C
// libraries that round well, so that the module prints the digits that the tool prints. Numbers of
// about 100 bits, pairs of doubles, carry what rounding would lose. `Tests/OppWeb/Host/functions.mjs` tests them.

#include <stdint.h>

// The unevaluated sum of two doubles; the low one is below half of the last bit of the high one.
typedef struct {
  double high, low;
} pair;

static pair sum(double a, double b) {
  double high = a + b, part = high - a;
  return (pair){high, (a - (high - part)) + (b - part)};
}

static pair product(double a, double b) {
  // Halves of 26 bits, whose products are exact.
  double wide_a = a * 134217729.0, wide_b = b * 134217729.0;
  double a1 = wide_a - (wide_a - a), b1 = wide_b - (wide_b - b), a2 = a - a1, b2 = b - b1;
  double high = a * b;
  return (pair){high, ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2};
}

static pair plus(pair a, pair b) {
  pair high = sum(a.high, b.high), low = sum(a.low, b.low);
  high = sum(high.high, high.low + low.high);
  return sum(high.high, high.low + low.low);
}

static pair negative(pair a) { return (pair){-a.high, -a.low}; }

static pair times(pair a, pair b) {
  pair all = product(a.high, b.high);
  return sum(all.high, all.low + (a.high * b.low + a.low * b.high));
}

static pair over(pair a, pair b) {
  double first = a.high / b.high;
  pair rest = plus(a, negative(times(b, (pair){first, 0})));
  return sum(first, rest.high / b.high);
}

static pair root(pair a) {
  if (a.high <= 0) return (pair){0, 0};
  double first = __builtin_sqrt(a.high);
  pair rest = plus(a, negative(product(first, first)));
  return sum(first, rest.high / (2 * first));
}

// MARK: Sine and cosine

// 1 / n! for n from 2 on.
static const pair inverse_factorials[] = {
    {0x1.0000000000000p-1, 0x0.0p+0}, {0x1.5555555555555p-3, 0x1.5555555555555p-57},
    {0x1.5555555555555p-5, 0x1.5555555555555p-59}, {0x1.1111111111111p-7, 0x1.1111111111111p-63},
    {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65}, {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73},
    {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76}, {0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73},
    {0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76}, {0x1.ae64567f544e4p-26, -0x1.c062e06d1f209p-80},
    {0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83}, {0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87},
    {0x1.93974a8c07c9dp-37, 0x1.05d6f8a2efd1fp-92}, {0x1.ae7f3e733b81fp-41, 0x1.1d8656b0ee8cbp-97},
    {0x1.ae7f3e733b81fp-45, 0x1.1d8656b0ee8cbp-101}, {0x1.952c77030ad4ap-49, 0x1.ac981465ddc6cp-103},
    {0x1.6827863b97d97p-53, 0x1.eec01221a8b0bp-107}, {0x1.2f49b46814157p-57, 0x1.2650f61dbdcb4p-112},
    {0x1.e542ba4020225p-62, 0x1.ea72b4afe3c2fp-120}, {0x1.71b8ef6dcf572p-66, -0x1.d043ae40c4647p-120},
};

// The series of the sine (from: 3) or the cosine (from: 2) behind its first term, over that term: of an
// angle of up to π/4 with this square.
static inline __attribute__((always_inline)) pair series(pair square, int from) {
  // From the fourth on, terms are so small that a double each is enough for 70 bits of the sum.
  double small = 0;
#pragma clang loop unroll(full)
  for (int n = from + 18; n > from + 4; n -= 2) {
    small = (n / 2 % 2 ? -1 : 1) * inverse_factorials[n - 2].high + square.high * small;
  }
  pair all = {small, 0};
#pragma clang loop unroll(full)
  for (int n = from + 4; n >= from; n -= 2) {
    pair term = inverse_factorials[n - 2];
    all = plus(n / 2 % 2 ? negative(term) : term, times(square, all));
  }
  return times(all, square);
}

static pair sine_near_zero(pair angle) {
  return plus(angle, times(angle, series(times(angle, angle), 3)));
}

static pair cosine_near_zero(pair angle) {
  return plus((pair){1, 0}, series(times(angle, angle), 2));
}

// An angle less a number of quarter turns, which leaves at most half of one.
typedef struct {
  pair rest;
  int64_t quarters;
} reduced;

// Angles are up to 2^50 quarter turns; beyond it a double has no place on the circle, and this gives no number.
static reduced reduce(double angle) {
  static const double quarter[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110};
  double turns = __builtin_nearbyint(angle * 0x1.45f306dc9c883p-1);
  if (!(__builtin_fabs(turns) < 0x1p50)) return (reduced){{__builtin_nan(""), 0}, 0};
  pair rest = {angle, 0};
  if (turns != 0) {
    for (int part = 0; part < 3; part++) rest = plus(rest, negative(product(turns, quarter[part])));
  }
  return (reduced){rest, (int64_t)turns};
}

// The sine of an angle and more quarter turns.
static pair sine_of(reduced angle, int64_t more) {
  int64_t quarters = angle.quarters + more;
  pair found = quarters & 1 ? cosine_near_zero(angle.rest) : sine_near_zero(angle.rest);
  return quarters & 2 ? negative(found) : found;
}

double sin(double angle) { return angle == 0 ? angle : sine_of(reduce(angle), 0).high; }
double cos(double angle) { return sine_of(reduce(angle), 1).high; }

// MARK: Inverse functions

// The angle of a point, `across` and `along` being at least zero and not both.
static pair angle_of(pair across, pair along) {
  int steep = across.high > along.high;
  double z = steep ? along.high / across.high : across.high / along.high;
  // Abramowitz and Stegun, Handbook of Mathematical Functions, 4.4.47: at most 10^-5 off.
  double s = z * z;
  double near = z * (0.9998660 + s * (-0.3302995 + s * (0.1801410 + s * (-0.0851330 + s * 0.0208351))));
  if (steep) near = 0x1.921fb54442d18p+0 - near;
  // The distance from there is the angle of the point turned back by so much.
  reduced turn = reduce(near);
  pair sine = sine_of(turn, 0), cosine = sine_of(turn, 1);
  pair left = plus(times(across, cosine), negative(times(along, sine)));
  pair tangent = over(left, plus(times(along, cosine), times(across, sine)));
  double t = tangent.high;
  return plus((pair){near, 0}, plus(tangent, (pair){t * t * t * (t * t / 5 - 1.0 / 3), 0}));
}

static const pair half_turn = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};

double atan2(double y, double x) {
  if (y != y || x != x) return x + y;
  // Scaled by a power of two, so that squares neither overflow nor vanish.
  double size = __builtin_fabs(x) > __builtin_fabs(y) ? __builtin_fabs(x) : __builtin_fabs(y);
  int left = __builtin_copysign(1, x) < 0;
  if (y == 0 || size == 0) return __builtin_copysign(left ? half_turn.high : 0, y);
  if (size == __builtin_inf()) {
    return atan2(__builtin_copysign(__builtin_fabs(y) == size, y), __builtin_copysign(__builtin_fabs(x) == size, x));
  }
  if (size > 0x1p500) return atan2(y * 0x1p-600, x * 0x1p-600);
  if (size < 0x1p-400) return atan2(y * 0x1p600, x * 0x1p600);
  pair angle = angle_of((pair){__builtin_fabs(y), 0}, (pair){__builtin_fabs(x), 0});
  if (left) angle = plus(half_turn, negative(angle));
  return __builtin_copysign(angle.high, y);
}

double acos(double x) {
  if (!(__builtin_fabs(x) <= 1)) return __builtin_nan("");
  if (x == 1) return 0;
  pair across = root(times(sum(1, -x), sum(1, x)));
  pair angle = angle_of(across, (pair){__builtin_fabs(x), 0});
  return (x < 0 ? plus(half_turn, negative(angle)) : angle).high;
}

// MARK: Algebraic functions

double cbrt(double x) {
  if (x == 0 || !(__builtin_fabs(x) < __builtin_inf())) return x;
  if (__builtin_fabs(x) < 0x1p-900) return cbrt(x * 0x1p300) * 0x1p-100;
  union {
    double number;
    uint64_t bits;
  } guess = {.number = __builtin_fabs(x)};
  // A third of the exponent is near enough to begin with.
  guess.bits = guess.bits / 3 + 0x2A9F7893782DA1CE;
  double near = guess.number, target = __builtin_fabs(x);
  for (int round = 0; round < 4; round++) near += (target / (near * near) - near) / 3;
  pair cube = times(product(near, near), (pair){near, 0});
  pair rest = plus((pair){target, 0}, negative(cube));
  return __builtin_copysign(near + rest.high / (3 * near * near), x);
}

// Half away from zero.
double round(double number) {
  double whole = __builtin_trunc(number);
  if (__builtin_fabs(number - whole) < 0.5) return whole;
  return whole + __builtin_copysign(1, number);
}

// The rest of a division, which is exact: the divisor is taken away shifted, bit by bit.
double fmod(double number, double by) {
  double left = __builtin_fabs(number), size = __builtin_fabs(by);
  if (!(left < __builtin_inf()) || !(size > 0)) return __builtin_nan("");
  if (size == __builtin_inf() || left < size) return number;
  double shifted = size;
  while (shifted <= left / 2) shifted *= 2;
  for (; shifted >= size; shifted /= 2) {
    if (left >= shifted) left -= shifted;
  }
  return __builtin_copysign(left, number);
}
