import type { Round } from '../beacon/round.ts';
import { fromHex, toHex } from '../bytes.ts';
import { coinBySymbol } from '../market/coins.ts';
import { checkRun, type Fault, type TapeRun, tickIn } from '../market/proof.ts';
import { hashTick, sha256 } from '../market/tape.ts';
import type { NoteKey } from '../publiclog/note.ts';
import { checkHeadAge } from './head-age.ts';
import {
  type Check,
  type CheckName,
  type Difference,
  type Evidence,
  type Findings,
  failed,
  passed,
  same,
  type Unsigned,
} from './product.ts';
import { productOf } from './products.ts';
import { knownVersions, misfitOf, misfitOfRuns, newerVersion } from './receipt-form.ts';
import { faultsOfPlace, isFirst, type LogFault, notCosigned } from './receipt-log.ts';
import { faultOfSeed, generatorsOf } from './receipt-seed.ts';
import type { OrderBase, Posting, ReceiptOf } from './shapes.ts';
import { checkSlip, slipName, slipRoot } from './slip.ts';
import { isRule, knownRules } from './tape-rule.ts';

// Recomputes a receipt from its terms and its ticks. No claim in the receipt is trusted. The browser and the offline
// verifier both run this file.

type Receipt = ReceiptOf<OrderBase>;
type Agreement = Pick<Receipt, 'order' | 'headHash' | 'slip'>;
/** `seals` is the number of tick hashes that were recomputed. */
export type Checked = { checks: Check[]; seals: number };
type Options = {
  /** The site's published keys, if known. Without them, only the receipt itself vouches for its keys. */
  tapeKeys?: readonly string[] | undefined;
  slipKeys?: readonly string[] | undefined;
  logKeys?: readonly string[] | undefined;
  /** Whether the receipt must state its place in the log, because its order is known to be from a time when there was a log. */
  mustBeLogged?: boolean | undefined;
  /** Witnesses that must have cosigned. */
  witnesses?: readonly NoteKey[] | undefined;
  /**
   * The slip and terms that the server signed at acceptance, if the user kept them. They were signed before the outcome
   * was known.
   */
  kept?: Agreement | undefined;
  /** Called and awaited after each tick, so that a page can render while the receipt is checked. */
  onSeal?: ((done: number, all: number) => void | Promise<void>) | undefined;
};

/** Checks that say nothing if another check failed, because their prices, terms or places are then unverified. */
const restsOn: Partial<Record<CheckName, readonly CheckName[]>> = {
  slip: ['keys'],
  fresh: ['slip', 'log'],
  tape: ['keys'],
  entry: ['slip', 'fresh', 'tape'],
  quote: ['slip', 'fresh', 'tape'],
  exit: ['slip', 'fresh', 'tape'],
  sale: ['slip', 'tape'],
  result: ['entry', 'exit', 'sale'],
  payout: ['result'],
  books: ['payout'],
  before: ['log', 'tape'],
  sold: ['log', 'tape'],
  witnesses: ['log'],
  drawn: ['tape', 'log', 'rounds'],
};
/** The failed check that a passed one rests on, if there is one. */
export function restingOn(checks: readonly Check[], name: CheckName): CheckName | undefined {
  for (const below of restsOn[name] ?? []) {
    if (checks.some((check) => check.name === below && !check.ok)) return below;
    const deeper = restingOn(checks, below);
    if (deeper) return deeper;
  }
  return undefined;
}

export const matches = ({ checks }: Checked): boolean => checks.every((check) => check.ok);

/** Runs all checks. Nothing in `value` is trusted. */
export async function checkReceipt(value: unknown, options: Options = {}): Promise<Checked> {
  const newer = newerVersion(value);
  if (newer !== undefined) {
    const differs: Difference = { field: 'newer', given: String(newer), wanted: knownVersions.join(', ') };
    return { checks: [failed('form', differs)], seals: 0 };
  }
  const misfit = misfitOf(value);
  if (misfit !== undefined) return { checks: [failed('form', { field: 'form', given: misfit, wanted: '' })], seals: 0 };
  const receipt = value as Receipt;
  const { checks, seals, found } = await recompute(receipt, options.onSeal);
  if (checks[0]?.name === 'rule') return { checks, seals };
  const slip = { name: 'slip' as const, ok: await checkSlip(slipBytesOf(receipt), receipt.slip) };
  // If the ticks do not decide the order, the slot that should have.
  const decidedAt = found?.decidedAt ?? productOf(receipt).dueSlot(receipt.order);
  const drawn = await checkSeed(receipt, decidedAt);
  const more = [
    ...(await checkLog(receipt, decidedAt, options)),
    drawn,
    await checkKept(receipt, options),
    checkKeys(receipt, options),
  ];
  // Only an announced day names its generator.
  const fault = drawn?.ok
    ? productOf(receipt).faultByGenerator?.(receipt.order, await generatorsOf(receipt))
    : undefined;
  const ownChecks = checks.map((check) => (check.ok && check.name === fault?.name ? fault : check));
  return {
    checks: [slip, checkHeadAge(receipt.order), ...ownChecks, ...more.filter((check) => check !== undefined)],
    seals,
  };
}

/** The checks that depend on the tape and the books alone. */
export async function checkEvidence<O extends OrderBase>(
  evidence: Evidence<O>,
  onSeal?: Options['onSeal'],
): Promise<Checked> {
  const { checks, seals } = await recompute(evidence, onSeal);
  return { checks, seals };
}

/**
 * Checks an order that exists only on its device. No slip was signed for it and nothing was booked, so only the device
 * vouches for its terms and its head.
 */
export async function checkUnsigned<O extends OrderBase>(
  evidence: Unsigned<O>,
  { tapeKeys, onSeal }: Pick<Options, 'tapeKeys' | 'onSeal'> = {},
): Promise<Checked> {
  const misfit = misfitOfRuns(evidence.runs);
  if (misfit !== undefined) return { checks: [failed('form', { field: 'form', given: misfit, wanted: '' })], seals: 0 };
  const { checks, seals } = await recompute({ ...evidence, postings: [] }, onSeal);
  const keys = checkKeys(evidence, { tapeKeys });
  return { checks: [...checks.filter(({ name }) => name !== 'books'), ...(keys ? [keys] : [])], seals };
}

async function recompute(
  evidence: Evidence,
  onSeal: Options['onSeal'],
): Promise<Checked & { found?: Findings | undefined }> {
  const { rule } = evidence.order;
  // An unknown rule allows no further checks.
  if (!isRule(rule)) {
    const differs: Difference = { field: 'rule', given: String(rule), wanted: knownRules.join(', ') };
    return { checks: [failed('rule', differs)], seals: 0 };
  }
  const tape = await checkTape(evidence, onSeal);
  const { checks, found } = productOf(evidence).recompute(evidence);
  return { checks: [tape.check, ...checks, checkBooks(evidence, found)], seals: tape.seals, found };
}

/** The bytes that the slip signs. A receipt of the right form has all their fields. */
const slipBytesOf = (receipt: Pick<Receipt, 'order' | 'headHash'>) =>
  productOf(receipt).slipBytes(receipt.order, receipt.headHash)!;

/** Checks every tick up to the signed checkpoints. */
async function checkTape(
  { order, runs }: Evidence,
  onSeal: Options['onSeal'],
): Promise<{ check: Check; seals: number }> {
  const { id } = coinBySymbol(order.symbol)!;
  const all = runs.reduce((sum, run) => sum + run.ticks.length, 0);
  let seals = 0;
  const each = () => {
    seals++;
    return onSeal?.(seals, all);
  };
  for (const run of runs) {
    if (run.symbol !== id) {
      const differs = { field: 'symbol' as const, given: String(run.symbol), wanted: String(id) };
      return { check: failed('tape', differs), seals };
    }
    const fault = await checkRun(run, undefined, { each });
    if (fault) return { check: failed('tape', await explain(run, fault)), seals };
  }
  return { check: passed('tape'), seals: all };
}

/** Describes the first wrong tick with its hash and the expected hash. */
async function explain(run: TapeRun, { slot, what }: Fault): Promise<Difference> {
  const place = run.ticks.findIndex((tick) => tick.slot === slot);
  const tick = run.ticks[place];
  if (what !== 'tick' || !tick) return { field: what, slot, given: '', wanted: '' };
  const previous = fromHex(run.ticks[place - 1]?.hash ?? run.before);
  const wanted = toHex(await hashTick(previous, tickIn(run.symbol, tick)));
  return { field: 'tick', slot, given: tick.hash, wanted };
}

/** Checks that the books took the amount given at acceptance, paid the result, and booked nothing else for this order. */
function checkBooks({ postings }: Evidence, found: Findings | undefined): Check {
  const line = ({ at, kind, amount, currency }: Posting) =>
    [at, kind, amount, ...(currency ? [currency] : [])].join(' ');
  return same('books', 'posting', postings.map(line).join('\n'), found?.postings.map(line).join('\n'));
}

/** Checks that the order is in the public log before its outcome. Receipts of version 1 do not state it. */
async function checkLog(receipt: Receipt, decidedAt: number, options: Options): Promise<Check[]> {
  const { log } = receipt;
  // Asking for a witness implies asking for the log that it cosigned.
  const mustBe = options.mustBeLogged || options.witnesses !== undefined;
  if (!log) return mustBe ? [failed('log', { field: 'logMissing', given: '', wanted: '' })] : [];
  const bytes = slipBytesOf(receipt);
  const root = await slipRoot(bytes, receipt.slip);
  const { lingers, endLoggedWithin, ...product } = productOf(receipt);
  const end = product.endEntry(receipt.order, await sha256(bytes));
  const loggedAs = product.loggedAs(receipt.order);
  const logging = { root, loggedAs, decidedAt, lingers, end, endLoggedWithin };
  const faults = await faultsOfPlace(receipt, logging, options);
  // Orders that were logged after their tick, such as some orders of coins, do not claim that they were logged before.
  const isSaid = log.outcome && !log.sale && (faults.length > 0 || (await isFirst(log.outcome, decidedAt)));
  const names: LogFault['check'][] = log.sale ? ['log', 'sold'] : isSaid ? ['log', 'before'] : ['log'];
  const checks = names.map((name): Check => {
    const fault = faults.find(({ check }) => check === name);
    if (!fault) return passed(name);
    const { check: _, ...differs } = fault;
    return failed(name, differs);
  });
  if (!options.witnesses) return checks;
  const missing = await notCosigned(log, options.witnesses);
  const given = missing.join(', ');
  return [
    ...checks,
    missing.length === 0 ? passed('witnesses') : failed('witnesses', { field: 'witness', given, wanted: '' }),
  ];
}

/** Checks that the ticks follow from seed and rounds. Receipts that were made before their day was revealed do not state it. */
async function checkSeed(receipt: Receipt, decidedAt: number): Promise<Check | undefined> {
  if (!receipt.drawn) return undefined;
  const fault = await faultOfSeed(receipt, decidedAt);
  return fault ? failed('drawn', fault) : passed('drawn');
}

/** Finds the first round that a key did not sign. */
type FirstWrong = (publicKey: string, rounds: readonly Round[]) => Promise<number | undefined>;
/** Checks that the beacon signed every round. Separate because it takes longer than all other checks together. */
export async function checkRounds({ drawn = [] }: Pick<Receipt, 'drawn'>, firstWrong: FirstWrong): Promise<Check> {
  for (const { beacon, rounds } of drawn) {
    const signed = rounds.map(({ round, signature }) => ({ round, signature: fromHex(signature) }));
    const round = await firstWrong(beacon.publicKey, signed);
    if (round !== undefined) return failed('rounds', { field: 'round', given: String(round), wanted: '' });
  }
  return passed('rounds');
}

/** Checks that the slip given at acceptance was signed by the same key for the same terms. */
async function checkKept(receipt: Receipt, { kept, slipKeys }: Options): Promise<Check | undefined> {
  if (!kept) return undefined;
  const { publicKey } = kept.slip;
  if (slipKeys && !slipKeys.includes(publicKey))
    return failed('kept', { field: 'slipKey', given: publicKey, wanted: slipKeys[0] ?? '' });
  const agreed = slipBytesOf({ ...receipt, ...kept });
  const [given, wanted] = [await slipName(slipBytesOf(receipt)), await slipName(agreed)];
  if (given !== wanted) return failed('kept', { field: 'slip', given, wanted });
  return { name: 'kept', ok: await checkSlip(agreed, kept.slip) };
}

/** Checks that the keys are the published ones, if those are known. */
function checkKeys(
  { runs, slip }: Pick<Receipt, 'runs'> & Partial<Pick<Receipt, 'slip'>>,
  { tapeKeys, slipKeys }: Options,
): Check | undefined {
  if (!tapeKeys && !slipKeys) return undefined;
  const stranger = runs.map((run) => run.checkpoint.publicKey).find((key) => tapeKeys && !tapeKeys.includes(key));
  if (stranger) return failed('keys', { field: 'key', given: stranger, wanted: tapeKeys![0] ?? '' });
  if (slip && slipKeys && !slipKeys.includes(slip.publicKey))
    return failed('keys', { field: 'slipKey', given: slip.publicKey, wanted: slipKeys[0] ?? '' });
  return passed('keys');
}
