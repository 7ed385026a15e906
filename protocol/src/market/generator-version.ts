/**
 * Versions of the generator of synthetic prices (synthetic.ts, synthetic-2.ts). Separate from the generators, so that
 * pages which only compare versions do not load them.
 *
 * In versions 2 and 3, each block of six slots is derived from the day's seed and one round of a public beacon, and
 * continues from the previous block. Outsiders do not know the seed until the day is over. The holder of the seed does
 * not know the round until it is published.
 *
 * Version 2 derived the mood, which scales all moves of ten minutes, from the seed alone. The holder of the seed knew
 * the volatility of the day, and everyone else could observe it in the first minutes. Version 3 derives a mood for each
 * block of six slots from seed and round: volatility cannot be known before its round or inferred from prices. Its pull
 * towards the start price of a coin is a tenth of that in version 2. See ADR 0170.
 */
export const generatorVersion = 3;
export type BeaconVersion = 2 | 3;
export const isBeaconVersion = (version: number): version is BeaconVersion => version === 2 || version === 3;
