export { type Checker, openChecker } from './checking.ts';
export { chainOf } from './client.ts';
export { followRounds, type Rounds } from './follow.ts';
export { openLocalBeacon } from './local.ts';
export { chainNumber, randomnessBetween, readChain, readChains, roundsBetween } from './sql.ts';
