// Numbers in units of 2^-96. Only integers are used, so that every machine computes the same price of an option. A
// browser's logarithm may differ from another's in the last digit, and the price by a cent. Each function is exact to
// better than 2^-80.

const bits = 96n;
export const one = 1n << bits;

export const largest = (a: bigint, b: bigint) => (a > b ? a : b);
export const smallest = (a: bigint, b: bigint) => (a < b ? a : b);
export const times = (a: bigint, b: bigint) => (a * b) >> bits;
export const over = (a: bigint, b: bigint) => (a << bits) / b;
/** `numerator` / `denominator`. */
export const fraction = (numerator: bigint, denominator: bigint) => (numerator << bits) / denominator;
/** The nearest floating point number, for charts. */
export const toNumber = (a: bigint) => Number(a >> 43n) / 2 ** 53;

/** The integer square root, rounded down. */
function wholeRoot(of: bigint): bigint {
  if (of < 2n) return of;
  let guess = 1n << BigInt((of.toString(2).length + 1) >> 1);
  for (let next = (guess + of / guess) >> 1n; next < guess; next = (guess + of / guess) >> 1n) guess = next;
  return guess;
}

export const root = (a: bigint) => wholeRoot(a << bits);

/** The series of the inverse hyperbolic tangent, for small numbers. */
function areaTangent(z: bigint): bigint {
  const square = times(z, z);
  let sum = 0n;
  for (let power = z, odd = 1n; power / odd !== 0n; power = times(power, square), odd += 2n) sum += power / odd;
  return sum;
}

// ln 2 = 2 artanh(1/3)
const ln2 = 2n * areaTangent(one / 3n);

/** The natural logarithm of a positive number. */
export function ln(a: bigint): bigint {
  if (a <= 0n) throw new RangeError('only positive numbers have a logarithm');
  const doublings = BigInt(a.toString(2).length) - 1n - bits;
  const mantissa = doublings >= 0n ? a >> doublings : a << -doublings;
  return doublings * ln2 + 2n * areaTangent(over(mantissa - one, mantissa + one));
}

const halvings = 8n;

/** e to the power of a number. Results below 2^-96 are zero. */
export function exp(a: bigint): bigint {
  if (a < -67n * one) return 0n;
  if (a > 1000n * one) throw new RangeError('exponent too large');
  const doublings = (a < 0n ? a - ln2 + 1n : a) / ln2;
  const rest = (a - doublings * ln2) >> halvings;
  let sum = one;
  for (let term = rest, n = 2n; term !== 0n; term = times(term, rest) / n, n++) sum += term;
  for (let i = 0n; i < halvings; i++) sum = times(sum, sum);
  return doublings >= 0n ? sum << doublings : sum >> -doublings;
}

const pi = (() => {
  // Machin: π = 16 arctan(1/5) − 4 arctan(1/239)
  const arcTangentOf = (n: bigint) => {
    let sum = 0n;
    for (let power = one / n, odd = 1n, sign = 1n; power !== 0n; power /= n * n, odd += 2n, sign = -sign)
      sum += (sign * power) / odd;
    return sum;
  };
  return 16n * arcTangentOf(5n) - 4n * arcTangentOf(239n);
})();
const perRootTwoPi = over(one, root(2n * pi));

/** The density of the standard normal distribution. */
export const density = (x: bigint) => times(perRootTwoPi, exp(-times(x, x) >> 1n));

const seriesUpTo = 4n * one;
const fractions = 64n;

/** The cumulative standard normal distribution. */
export function normal(x: bigint): bigint {
  if (x < 0n) return above(-x);
  return one - above(x);
}

/** The probability of values above a number that is not negative. */
function above(x: bigint): bigint {
  if (x > seriesUpTo) {
    // Laplace: density / (x + 1/(x + 2/(x + 3/…))), which keeps the digits of small results.
    let rest = x;
    for (let n = fractions; n > 0n; n--) rest = x + over(n * one, rest);
    return over(density(x), rest);
  }
  // 1/2 − density · (x + x³/3 + x⁵/(3·5) + …): all terms of the sum have the same sign, so no digits cancel.
  const square = times(x, x);
  let sum = 0n;
  for (let term = x, odd = 3n; term !== 0n; term = times(term, square) / odd, odd += 2n) sum += term;
  return (one >> 1n) - times(density(x), sum);
}
