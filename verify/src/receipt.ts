import type { Check, Difference } from '@glasshouse/protocol/orders/product';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import { checkReceipt, checkRounds } from '@glasshouse/protocol/orders/receipt';
import { cosignersIn } from '@glasshouse/protocol/orders/receipt-log';
import { type NoteKey, readKey } from '@glasshouse/protocol/publiclog/note';
import { aboutChain } from './beacon-day.ts';
import { otherMeanings, sayOrder } from './order-words.ts';
import { firstWrongRound } from './rounds.ts';
import { readStretches, sayMoved } from './volatility.ts';
import { nameOf, sayHeard, timeOf } from './words.ts';

const meanings: Record<Check['name'], string> = {
  form: 'this is no receipt',
  rule: 'it was agreed under a rule that is unknown here',
  slip: 'the slip was not signed for these terms',
  fresh: 'the newest tick named at acceptance is not from the time of the order',
  kept: 'the slip that was given at the tap says something else',
  tape: 'the ticks are not those of the signed tape',
  entry: 'the entry is not the tick that the rule names',
  quote: 'the premium does not follow from the tick of its quote',
  exit: 'the exit is not the tick that the rule names',
  sale: 'what it was sold for does not follow from the tick of the sale',
  result: 'the result does not follow from the two prices',
  payout: 'the payout does not follow from the terms and the result',
  books: 'the books did not move what the order came to',
  keys: 'it is signed by another key than the trusted one',
  log: 'it is not in the public log as it says',
  before: 'it was not in the public log before its outcome',
  sold: 'its sale was not in the public log in time',
  witnesses: 'a witness has not cosigned it',
  drawn: 'its prices do not follow from seed and rounds',
  rounds: 'a round is not signed by the beacon',
};
/** What is wrong with a quote, with a place in the log, or with what prices are made from, as people say it. */
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
  drawnChain: (given) => `the beacon’s chain ${given} is not what it says of itself`,
  drawnSeed: (given, wanted) => `seed and chain come to ${wanted}, announced was ${given}`,
  drawnDay: () => 'the day was not announced in the log at the place it names',
  drawnLate: (given, wanted) => `the day is in the log at place ${given}, its order before that, at ${wanted}`,
  drawnOpening: () => 'the day’s opening prices are not in the log at the place it names',
  drawnRound: (given, wanted) => `round ${given || 'none'} where ${wanted || 'none'} has its turn`,
  round: (given) => `round ${given}`,
};

type Text = { name: string; text: string };
type Keys = {
  key?: string[] | undefined;
  slipKey?: string[] | undefined;
  log?: string[];
  witness?: string[];
  ticks?: Text[] | undefined;
};
/** Recomputes downloaded receipts; a throw for the first that does not match. */
export async function verifyReceipt(files: Text[], keys: Keys): Promise<string[]> {
  const lines: string[] = [];
  const witnesses = await readWitnesses(keys.witness ?? []);
  const stretches = keys.ticks && (await readStretches(keys.ticks, keys.key));
  for (const { name, text } of files) {
    const value = parsed(name, text);
    const found = await checkReceipt(value, {
      tapeKeys: keys.key,
      slipKeys: keys.slipKey,
      logKeys: keys.log,
      mustBeLogged: keys.log !== undefined,
      witnesses,
    });
    const { seals } = found;
    const checks = [...found.checks, ...(await roundsSigned(value, found.checks))];
    const newer = checks.find(({ differs }) => differs?.field === 'newer')?.differs;
    if (newer)
      throw new Error(`${name}: made for a newer program: it is of version ${newer.given}; known are ${newer.wanted}`);
    const wrong = checks.filter(({ ok }) => !ok);
    if (wrong.length > 0)
      throw new Error(`${name}: does not match\n${wrong.map((check) => sayWrong(check, productIn(value))).join('\n')}`);
    const receipt = value as AnyReceipt;
    const { order, slip, runs, log, gap } = receipt;
    lines.push(
      `ok ${name}: matches, ${checks.length} of ${checks.length} checks, ${seals} ticks recomputed`,
      `   ${sayOrder(receipt)}`,
      `   ticks sealed by ${runs.at(-1)!.checkpoint.publicKey}`,
      ...sayFrom(
        order.rule,
        runs.flatMap((run) => run.ticks),
      ),
      `   slip signed by ${slip.publicKey}`,
      ...(gap ? [`   void because its prices were given up, from ${timeOf(gap.first)} to ${timeOf(gap.last)}`] : []),
      ...sayMoved(name, receipt, stretches),
      ...sayPlace(
        log,
        checks.some((check) => check.name === 'before'),
      ),
      ...sayDrawn(receipt),
    );
  }
  return lines;
}

/** Where its prices came from. Under rule 1 that is outside, unless they are from before there was another. */
function sayFrom(rule: number, ticks: AnyReceipt['runs'][number]['ticks']): string[] {
  const heard = sayHeard(ticks);
  return rule === 1 && heard.length === 0 ? ['   its ticks do not say where they came from'] : heard;
}

/** The signatures of all rounds, where a receipt of the right form has some. */
async function roundsSigned(value: unknown, checks: Check[]): Promise<Check[]> {
  return checks.some(({ name }) => name === 'drawn') ? [await checkRounds(value as AnyReceipt, firstWrongRound)] : [];
}

async function readWitnesses(texts: string[]): Promise<NoteKey[] | undefined> {
  if (texts.length === 0) return undefined;
  const keys: NoteKey[] = [];
  for (const text of texts) {
    const key = await readKey(text);
    if (key?.type !== 'cosignature') throw new Error(`"${text}" is no witness's key`);
    keys.push(key);
  }
  return keys;
}

function sayPlace(log: AnyReceipt['log'], isBefore: boolean): string[] {
  if (!log) return ['   a receipt of version 1, which names no place in the public log'];
  const cosigners = cosignersIn(log);
  const late = `, within five seconds of its tick: before ${log.outcome?.place}`;
  const placed = log.sale
    ? `, its sale at ${log.sale.place}, before ${log.outcome?.place}`
    : !log.outcome
      ? ''
      : isBefore
        ? `, before its outcome at ${log.outcome.place}`
        : late;
  return [
    `   in the public log at place ${log.order.place}${placed}`,
    `   log signed by ${log.key}, ${cosigners.length > 0 ? `cosigned by ${cosigners.join(', ')}` : 'cosigned by nobody'}`,
  ];
}

function sayDrawn({ log, drawn }: AnyReceipt): string[] {
  if (!drawn) return log ? ['   without seed and rounds, which receipts carry once their day is revealed'] : [];
  const count = drawn.reduce((sum, { rounds }) => sum + rounds.length, 0);
  const chains = new Map(drawn.map(({ beacon }) => [beacon.hash, beacon]));
  return [
    `   its prices follow from the announced seed and ${count} rounds`,
    ...[...chains.values()].map((chain) => `   ${aboutChain(chain)}`),
  ];
}

/** The receipt in a file: as it is downloaded, or as the call answered it. */
function parsed(name: string, text: string): unknown {
  try {
    const value = JSON.parse(text) as { code?: number; data?: unknown };
    return value?.code === 200 && value.data ? value.data : value;
  } catch {
    throw new Error(`${name}: does not match\n  this is no receipt: the file cannot be read as JSON`);
  }
}

const productIn = (value: unknown): string => String((value as { product?: unknown } | null)?.product);
/** What a check found wrong, in one sentence. */
export const sayWrong = ({ name, differs }: Check, product: string) =>
  `  ${otherMeanings[product]?.[name] ?? meanings[name]}${differs ? `: ${say(differs)}` : ''}`;

function say({ field, slot, given, wanted }: Difference): string {
  if (field === 'form') return given === '' ? 'it is something else' : `${given} is not as it must be`;
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
