/**
 * Versions of the generator of our own prices (synthetic.ts, synthetic-2.ts), apart from their code, which pages of the app that only compare
 * versions need not load.
 *
 * In versions 2 and 3, six slots are drawn from the day's seed and a round of a public beacon together, and add to where the slots before have
 * led. Outsiders lack the seed until the day is over, and a holder of the seed lacks the round until it is published.
 *
 * Version 2 drew the mood, which scales all moves of ten minutes, from the seed alone. A holder of the seed knew the volatility of the day, and
 * everybody else could see it in the first minutes. Version 3 draws a mood for each block of six slots from seed and round: no volatility is
 * known before its round, and none can be inferred from prices. Its pull towards the start of a coin is a tenth of version 2's. See ADR 0170.
 */
export const generatorVersion = 3;
export type BeaconVersion = 2 | 3;
export const isBeaconVersion = (version: number): version is BeaconVersion => version === 2 || version === 3;
