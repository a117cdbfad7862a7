/** Seeded random numbers, so that a simulation gives the same results each time. */
export interface Random {
  /** At least 0, less than 1. */
  uniform(): number;
  /** From the standard normal distribution. */
  normal(): number;
}

/** Source: Steele, Lea and Flood, SplitMix (2014), in its 32-bit form; Box and Muller (1958). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let bits = state;
    bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
  };
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}
