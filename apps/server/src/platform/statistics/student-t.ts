/** Coefficients of Lanczos' approximation with g = 7, n = 9; its error is below 1e-14 for positive numbers. */
const LANCZOS = [
  0.999_999_999_999_809_93, 676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_13,
  -176.615_029_162_140_59, 12.507_343_278_686_905, -0.138_571_095_265_720_12, 9.984_369_578_019_571_6e-6,
  1.505_632_735_149_311_6e-7,
];

function logGamma(x: number): number {
  const at = x - 1;
  const [first = 0, ...rest] = LANCZOS;
  const sum = rest.reduce((total, coefficient, index) => total + coefficient / (at + index + 1), first);
  const t = at + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (at + 0.5) * Math.log(t) - t + Math.log(sum);
}

const MAX_TERMS = 300;
const TINY = 1e-300;

/** The continued fraction of the incomplete beta function, by Lentz's method: Abramowitz and Stegun §26.5.8. */
function betaFraction(x: number, a: number, b: number): number {
  const notZero = (value: number) => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / notZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= MAX_TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const term of [even, odd]) {
      d = 1 / notZero(1 + term * d);
      c = notZero(1 + term / c);
      fraction *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return fraction;
}

/** The regularised incomplete beta function. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** Returns the probability that Student's t with so many degrees of freedom, which need not be whole, lies beyond ±t. */
export const tailsOfT = (t: number, degrees: number): number =>
  incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);

/** Returns the t beyond which, on both sides together, this probability lies. */
export function quantileOfT(probability: number, degrees: number): number {
  let [low, high] = [0, 1];
  while (tailsOfT(high, degrees) > probability) high *= 2;
  // Each step halves the range; after 100 no number lies between its ends.
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    if (tailsOfT(middle, degrees) > probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
