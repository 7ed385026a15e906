import type { Check, Difference } from '@glasshouse/protocol/orders/product';
import { nameOf, timeOf } from './words.ts';

const meanings: Record<Check['name'], string> = {
  form: 'this is not a receipt',
  rule: 'it was agreed under a rule that is unknown here',
  slip: 'the slip was not signed for these terms',
  fresh: 'the newest tick named at acceptance is not from the time of the order',
  kept: 'the slip that was given at the tap says something else',
  tape: 'the ticks are not those of the signed tape',
  entry: 'the entry is not the tick that the rule names',
  quote: 'the premium does not follow from the tick of its quote',
  exit: 'the exit is not the tick that the rule names',
  sale: 'the sale price does not follow from the tick of the sale',
  result: 'the result does not follow from the two prices',
  payout: 'the payout does not follow from the terms and the result',
  books: 'the postings do not match the result',
  keys: 'it is signed by another key than the trusted one',
  log: 'it is not in the public log as it says',
  before: 'it was not in the public log before its outcome',
  sold: 'its sale was not in the public log in time',
  witnesses: 'a witness has not cosigned it',
  drawn: 'its prices do not follow from seed and rounds',
  rounds: 'a round is not signed by the beacon',
};
/** Sentences about faults in a quote, in a place in the log, or in the origin of prices. */
const told: Partial<Record<Difference['field'], (given: string, wanted: string) => string>> = {
  headAge: (given, wanted) =>
    `it was ${given.startsWith('-') ? `${given.slice(1)} slots ahead` : `${given} slots old`}; ${wanted} is the limit`,
  held: (given, wanted) => `its quote was ${given} slots old; ${wanted} is the most`,
  strike: (given, wanted) => `strike ${given} was not offered; by its tick ${wanted} were`,
  volatility: (given, wanted) => `volatility ${given} millionths instead of ${wanted}`,
  model: (given, wanted) =>
    `priced by model ${given}${wanted ? ` instead of ${wanted}` : ', which is unknown here or not for its rule'}`,
  logMissing: () => 'it names no place there',
  logKey: (given, wanted) => `the log is signed by ${given}, trusted is ${wanted}`,
  logSigned: () => 'the checkpoint is not signed by the key of the log',
  logOrder: () => 'its order is not at the place it names',
  logOutcome: () => 'the second of its outcome is not at the place it names',
  logSale: () => 'its sale is not at the place it names',
  logSold: (given, wanted) => `its sale is at place ${given}; it had to come after its order and before ${wanted}`,
  logGap: () => 'the day was not given up at the place it names',
  logFirstSeal: () => 'the second that seals the ticks of its quote is not at the place it names',
  logSeal: () => 'the second that seals its ticks is not at the place it names',
  logFirst: (given, wanted) => `slot ${wanted} decided it, and ${given} is not the first second with that slot`,
  logBefore: (given, wanted) => `its order is at place ${given}, its outcome at ${wanted}`,
  witness: (given) => `no cosignature of ${given}`,
  drawnDays: (given, wanted) => `it carries ${given} days, its ticks are of ${wanted}`,
  drawnChain: (given) => `the beacon’s chain ${given} does not match its own hash`,
  drawnSeed: (given, wanted) => `seed and chain give ${wanted}, but ${given} was announced`,
  drawnDay: () => 'the day was not announced in the log at the place it names',
  drawnLate: (given, wanted) => `the day is in the log at place ${given}, its order before that, at ${wanted}`,
  drawnOpening: () => 'the day’s opening prices are not in the log at the place it names',
  drawnRound: (given, wanted) => `round ${given || 'none'} where ${wanted || 'none'} has its turn`,
  round: (given) => `round ${given}`,
};

/** A failed check as one sentence. `own` has the sentences of a product that differ from those of contracts. */
export const failureText = ({ name, differs }: Check, own: Partial<Record<Check['name'], string>> = {}) =>
  `  ${own[name] ?? meanings[name]}${differs ? `: ${say(differs)}` : ''}`;

function say({ field, slot, given, wanted }: Difference): string {
  if (field === 'form') return given === '' ? 'it is something else' : `${given} is invalid`;
  if (field === 'symbol') return `ticks of ${nameOf(Number(given))} instead of ${nameOf(Number(wanted))}`;
  const sentence = told[field];
  if (sentence) return sentence(given, wanted);
  if (field === 'drawnFrom')
    return `its position does not lead to the tick${slot === undefined ? ' before the day' : ` at slot ${slot} (${timeOf(slot)})`}`;
  if (field === 'drawnTick')
    return `tick at slot ${slot} (${timeOf(slot!)}) is ${given || 'nothing'}, seed and rounds give ${wanted}`;
  if (field === 'rule') return `rule ${given}; known are ${wanted}`;
  const where = slot === undefined ? field : `${field} at slot ${slot} (${timeOf(slot)})`;
  const spell = (text: string) => text.replaceAll('\n', ', ') || 'nothing';
  return given === '' && wanted === '' ? where : `${where} is ${spell(given)}, recomputed ${spell(wanted)}`;
}
