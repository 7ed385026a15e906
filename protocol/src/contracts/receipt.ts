import type { Round } from '../beacon/round.ts';
import { fromHex, toHex } from '../bytes.ts';
import { coinBySymbol, formatPrice } from '../market/coins.ts';
import { checkRun, type Fault, type TapeRun, tickIn } from '../market/proof.ts';
import { hashTick } from '../market/tape.ts';
import { formatUsdt } from '../money.ts';
import type { NoteKey } from '../publiclog/note.ts';
import type { Receipt } from './calls.ts';
import { type DrawnFault, faultOfDrawn } from './receipt-drawn.ts';
import { knownVersions, misfitOf, newerVersion } from './receipt-form.ts';
import { faultsOfPlace, type LogFault, notCosigned } from './receipt-log.ts';
import { decidedAt, dueSlot, isComplete, isRule, ruleOf, rules, type Settled, type Span, settle } from './settle.ts';
import { type Agreement, checkSlip, slipName, slipTerms } from './slip.ts';

// Recomputes a receipt from its terms and its ticks, trusting nothing it claims. Browser and offline verifier run this file.

type CheckName =
  | 'form'
  | 'rule'
  | 'kept'
  | 'slip'
  | 'tape'
  | 'entry'
  | 'exit'
  | 'result'
  | 'payout'
  | 'books'
  | 'keys'
  | 'witnesses'
  | 'drawn'
  | 'rounds'
  | LogFault['check'];
/** What the receipt says and what comes out; `slot` names a tick. */
export type Difference = {
  field:
    | Fault['what']
    | LogFault['field']
    | DrawnFault['field']
    | 'round'
    | 'witness'
    | 'form'
    | 'newer'
    | 'rule'
    | 'symbol'
    | 'head'
    | 'due'
    | 'entry'
    | 'exit'
    | 'outcome'
    | 'payout'
    | 'posting'
    | 'slip'
    | 'slipKey';
  slot?: number;
  given: string;
  wanted: string;
};
export type Check = { name: CheckName; ok: boolean; differs?: Difference };
/** `seals` counts the hashes of ticks that were made again. */
export type Checked = { checks: Check[]; seals: number };
/** What decided an order, without what was signed at acceptance. */
type Evidence = Pick<Receipt, 'order' | 'headHash' | 'runs' | 'postings' | 'gap'>;
type Options = {
  /** The keys that the site has published, when they are known. Without them a receipt vouches for itself alone. */
  tapeKeys?: readonly string[] | undefined;
  slipKeys?: readonly string[] | undefined;
  logKeys?: readonly string[] | undefined;
  /** Whether it must name its place in the log: its order is known to be from a time when there was one. */
  mustBeLogged?: boolean | undefined;
  /** Witnesses that must have cosigned. */
  witnesses?: readonly NoteKey[] | undefined;
  /** What the server signed when the order was accepted, if it was kept: it cannot know the outcome. */
  kept?: Agreement | undefined;
  /** Called after each tick; what it answers is waited for, so that a page can be drawn meanwhile. */
  onSeal?: ((done: number, all: number) => void | Promise<void>) | undefined;
};

/** What says nothing where another is wrong: it was found right by prices, terms or places that nobody vouches for then. */
const restsOn: Partial<Record<CheckName, readonly CheckName[]>> = {
  slip: ['keys'],
  tape: ['keys'],
  entry: ['slip', 'tape'],
  exit: ['slip', 'tape'],
  result: ['entry', 'exit'],
  payout: ['result'],
  books: ['payout'],
  before: ['log', 'tape'],
  witnesses: ['log'],
  drawn: ['tape', 'log', 'rounds'],
};
/** The wrong check that a right one rests on, if there is one. */
export function restingOn(checks: readonly Check[], name: CheckName): CheckName | undefined {
  for (const below of restsOn[name] ?? []) {
    if (checks.some((check) => check.name === below && !check.ok)) return below;
    const deeper = restingOn(checks, below);
    if (deeper) return deeper;
  }
  return undefined;
}

export const matches = ({ checks }: Checked): boolean => checks.every((check) => check.ok);

/** Checks everything there is to check, and says for each whether it holds. Nothing in `value` is taken for granted. */
export async function checkReceipt(value: unknown, options: Options = {}): Promise<Checked> {
  const newer = newerVersion(value);
  if (newer !== undefined) {
    const differs: Difference = { field: 'newer', given: String(newer), wanted: knownVersions.join(', ') };
    return { checks: [failed('form', differs)], seals: 0 };
  }
  const misfit = misfitOf(value);
  if (misfit !== undefined) return { checks: [failed('form', { field: 'form', given: misfit, wanted: '' })], seals: 0 };
  const receipt = value as Receipt;
  const { checks, seals } = await checkEvidence(receipt, options.onSeal);
  if (checks[0]?.name === 'rule') return { checks, seals };
  const slip = { name: 'slip' as const, ok: await checkSlip(slipTermsIn(receipt), receipt.slip) };
  const more = [
    ...(await checkLog(receipt, options)),
    await checkDrawn(receipt),
    await checkKept(receipt, options),
    checkKeys(receipt, options),
  ];
  return { checks: [slip, ...checks, ...more.filter((check) => check !== undefined)], seals };
}

/** What follows from the tape and the books alone. */
export async function checkEvidence(receipt: Evidence, onSeal?: Options['onSeal']): Promise<Checked> {
  const { rule } = receipt.order;
  // Nothing else can be said by a rule that nobody here knows.
  if (!isRule(rule)) {
    const differs: Difference = { field: 'rule', given: String(rule), wanted: Object.keys(rules).join(', ') };
    return { checks: [failed('rule', differs)], seals: 0 };
  }
  const tape = await checkTape(receipt, onSeal);
  const settled = settledBy(receipt);
  const checks = [
    tape.check,
    checkEntry(receipt, settled),
    checkExit(receipt, settled),
    same('result', 'outcome', receipt.order.outcome ?? '', settled?.outcome),
    same('payout', 'payout', receipt.order.payout ?? '', settled && formatUsdt(settled.payout)),
    checkBooks(receipt, settled),
  ];
  return { checks, seals: tape.seals };
}

const failed = (name: CheckName, differs: Difference): Check => ({ name, ok: false, differs });
const passed = (name: CheckName): Check => ({ name, ok: true });
const same = (name: CheckName, field: Difference['field'], given: string, wanted: string | undefined): Check =>
  given === wanted ? passed(name) : failed(name, { field, given, wanted: wanted ?? '' });

const coinOf = ({ order }: Pick<Receipt, 'order'>) => coinBySymbol(order.symbol)!;

/** What the slip was signed for. A receipt of the right form has all of it. */
const slipTermsIn = (agreement: Omit<Agreement, 'slip'>) => slipTerms(agreement)!;

/** Every tick, up to the signed checkpoints. */
async function checkTape(receipt: Evidence, onSeal: Options['onSeal']): Promise<{ check: Check; seals: number }> {
  const all = receipt.runs.reduce((sum, run) => sum + run.ticks.length, 0);
  let seals = 0;
  const each = () => {
    seals++;
    return onSeal?.(seals, all);
  };
  for (const run of receipt.runs) {
    if (run.symbol !== coinOf(receipt).id) {
      const differs = { field: 'symbol' as const, given: String(run.symbol), wanted: String(coinOf(receipt).id) };
      return { check: failed('tape', differs), seals };
    }
    const fault = await checkRun(run, undefined, each);
    if (fault) return { check: failed('tape', await explain(run, fault)), seals };
  }
  return { check: passed('tape'), seals: all };
}

/** The first wrong tick with the hash it has and the hash it should have. */
async function explain(run: TapeRun, { slot, what }: Fault): Promise<Difference> {
  const place = run.ticks.findIndex((tick) => tick.slot === slot);
  const tick = run.ticks[place];
  if (what !== 'tick' || !tick) return { field: what, slot, given: '', wanted: '' };
  const previous = fromHex(run.ticks[place - 1]?.hash ?? run.before);
  const wanted = toHex(await hashTick(previous, tickIn(run.symbol, tick)));
  return { field: 'tick', slot, given: tick.hash, wanted };
}

/** The ticks after the head, when the run shows the head itself and goes on far enough to tell what the entry was. */
function afterHead({ order, headHash, runs }: Evidence) {
  const [run] = runs;
  const place = run!.ticks.findIndex(({ slot, hash }) => slot === order.headSlot && hash === headHash);
  const ticks = run!.ticks.slice(place + 1);
  const tells = ticks.length > 0 || run!.checkpoint.slot >= ruleOf(order.rule).entryIn(order).last;
  return place >= 0 && tells ? ticks : undefined;
}

/** What the rule makes of the terms and the ticks; undefined when these do not decide it. */
function settledBy(receipt: Evidence): Settled | undefined {
  const agreed = slipTermsIn(receipt);
  const after = afterHead(receipt);
  const [first, last = first] = receipt.runs;
  if (!after || !last) return undefined;
  // A second run must begin before the due slot, or it could leave out the tick that was the exit.
  if (last !== first && last.ticks[0]!.slot >= dueSlot(agreed)) return undefined;
  const newest = after.at(-1)?.slot ?? agreed.headSlot;
  const later = last === first ? [] : last.ticks.filter(({ slot }) => slot > newest);
  const ticks = [...after, ...later].map(({ slot, price }) => ({ slot, price: BigInt(price) }));
  const { gap } = receipt;
  // What was given up was never written.
  if (gap && ticks.some(({ slot }) => slot >= gap.first && slot <= gap.last)) return undefined;
  const settled = settle(agreed, ticks, last.checkpoint.slot, gap && [gap]);
  const countIn = (span: Span) => ticks.filter(({ slot }) => slot >= span.first && slot <= span.last).length;
  return settled && isComplete(agreed, settled, countIn) ? settled : undefined;
}

/** The slot that decided the order; where the ticks do not tell, the one that should have. */
function decidingSlot(receipt: Evidence): number {
  const settled = settledBy(receipt);
  return settled ? decidedAt(receipt.order, settled, receipt.gap) : dueSlot(receipt.order);
}

type Shown = { slot: number; price: string } | null;
const spell = (tick: Shown | undefined) => (tick ? `${tick.price} @${tick.slot}` : '–');

/** The entry is the one the rule finds after the head that the slip names. */
function checkEntry(receipt: Evidence, settled: Settled | undefined): Check {
  const { headSlot: slot, entry } = receipt.order;
  if (!afterHead(receipt)) {
    const named = receipt.runs[0]!.ticks.find((tick) => tick.slot === slot);
    return failed('entry', { field: 'head', slot, given: receipt.headHash, wanted: named?.hash ?? '' });
  }
  return same('entry', 'entry', spell(entry), settled && spell(shown(receipt, settled.entry)));
}

/** The exit is the one the rule finds from the due slot on. */
function checkExit(receipt: Evidence, settled: Settled | undefined): Check {
  const { order } = receipt;
  const due = dueSlot(order);
  if (order.dueSlot !== due) return failed('exit', { field: 'due', given: String(order.dueSlot), wanted: String(due) });
  return same('exit', 'exit', spell(order.exit), settled && spell(shown(receipt, settled.exit)));
}

const shown = (receipt: Evidence, tick: Settled['entry']): Shown =>
  tick ? { slot: tick.slot, price: formatPrice(tick.price, coinOf(receipt).decimals) } : null;

/** The books took the stake at acceptance and paid the payout at settlement, and moved nothing else for this order. */
function checkBooks(receipt: Evidence, settled: Settled | undefined): Check {
  const { order, postings } = receipt;
  const { stake } = slipTermsIn(receipt);
  const line = (at: string | null, kind: string, amount: bigint) => `${at} ${kind} ${formatUsdt(amount)}`;
  const wanted = [
    line(order.at, 'contract_stake', -stake),
    ...(settled && settled.payout > 0n ? [line(order.settledAt, 'contract_payout', settled.payout)] : []),
  ];
  const given = postings.map(({ at, kind, amount }) => `${at} ${kind} ${amount}`);
  return same('books', 'posting', given.join('\n'), settled && wanted.join('\n'));
}

/** Whether the order is in the public log, and there before its outcome. A receipt of version 1 does not say. */
async function checkLog(receipt: Receipt, options: Options): Promise<Check[]> {
  const { log } = receipt;
  // Whoever asks for a witness asks for what it has cosigned.
  const mustBe = options.mustBeLogged || options.witnesses !== undefined;
  if (!log) return mustBe ? [failed('log', { field: 'logMissing', given: '', wanted: '' })] : [];
  const faults = await faultsOfPlace(receipt, decidingSlot(receipt), options);
  const checks = (['log', 'before'] as const).map((name): Check => {
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

/** Whether the ticks are what seed and rounds give. A receipt that was made before its day was revealed does not say. */
async function checkDrawn(receipt: Receipt): Promise<Check | undefined> {
  if (!receipt.drawn) return undefined;
  const fault = await faultOfDrawn(receipt, decidingSlot(receipt));
  return fault ? failed('drawn', fault) : passed('drawn');
}

/** Finds the first round that a key did not sign. */
type FirstWrong = (publicKey: string, rounds: readonly Round[]) => Promise<number | undefined>;
/** Whether the beacon signed every round: apart from all other checks, because it takes longer than all of them. */
export async function checkRounds({ drawn = [] }: Pick<Receipt, 'drawn'>, firstWrong: FirstWrong): Promise<Check> {
  for (const { beacon, rounds } of drawn) {
    const signed = rounds.map(({ round, signature }) => ({ round, signature: fromHex(signature) }));
    const round = await firstWrong(beacon.publicKey, signed);
    if (round !== undefined) return failed('rounds', { field: 'round', given: String(round), wanted: '' });
  }
  return passed('rounds');
}

/** Whether the slip given at acceptance was signed by the same key for the same terms. */
async function checkKept(receipt: Receipt, { kept, slipKeys }: Options): Promise<Check | undefined> {
  if (!kept) return undefined;
  const { publicKey } = kept.slip;
  if (slipKeys && !slipKeys.includes(publicKey))
    return failed('kept', { field: 'slipKey', given: publicKey, wanted: slipKeys[0] ?? '' });
  const [given, wanted] = [await slipName(slipTermsIn(receipt)), await slipName(slipTermsIn(kept))];
  if (given !== wanted) return failed('kept', { field: 'slip', given, wanted });
  return { name: 'kept', ok: await checkSlip(slipTermsIn(kept), kept.slip) };
}

/** Whether the keys are the published ones, as far as those are known. */
function checkKeys({ runs, slip }: Receipt, { tapeKeys, slipKeys }: Options): Check | undefined {
  if (!tapeKeys && !slipKeys) return undefined;
  const stranger = runs.map((run) => run.checkpoint.publicKey).find((key) => tapeKeys && !tapeKeys.includes(key));
  if (stranger) return failed('keys', { field: 'key', given: stranger, wanted: tapeKeys![0] ?? '' });
  if (slipKeys && !slipKeys.includes(slip.publicKey))
    return failed('keys', { field: 'slipKey', given: slip.publicKey, wanted: slipKeys[0] ?? '' });
  return passed('keys');
}
