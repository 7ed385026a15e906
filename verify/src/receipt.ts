import type { Check } from '@glasshouse/protocol/orders/product';
import { productNames } from '@glasshouse/protocol/orders/product-names';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import { checkReceipt, checkRounds } from '@glasshouse/protocol/orders/receipt';
import { cosignersIn } from '@glasshouse/protocol/orders/receipt-log';
import { type NoteKey, readKey } from '@glasshouse/protocol/publiclog/note';
import { aboutChain } from './beacon-day.ts';
import { failureText } from './check-words.ts';
import type { VerifiedProduct } from './products/product.ts';
import { verifiedProducts } from './products/registry.ts';
import { firstWrongRound } from './rounds.ts';
import { readStretches } from './volatility.ts';
import { messageLines, timeOf } from './words.ts';

type Text = { name: string; text: string };
type Keys = {
  key?: string[] | undefined;
  slipKey?: string[] | undefined;
  log?: string[];
  witness?: string[];
  ticks?: Text[] | undefined;
};
/** Recomputes downloaded receipts. Throws at the first that does not match. */
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
    const product = productIn(value);
    const wrong = checks.filter(({ ok }) => !ok);
    if (wrong.length > 0)
      throw new Error(
        `${name}: does not match\n${wrong.map((check) => failureText(check, product.meanings)).join('\n')}`,
      );
    const receipt = value as AnyReceipt;
    const { order, slip, runs, log, gap } = receipt;
    lines.push(
      `ok ${name}: matches, ${checks.length} of ${checks.length} checks, ${seals} ticks recomputed`,
      `   ${product.sayOrder(order)}`,
      `   ticks sealed by ${runs.at(-1)!.checkpoint.publicKey}`,
      ...sayFrom(
        order.rule,
        runs.flatMap((run) => run.ticks),
      ),
      `   slip signed by ${slip.publicKey}`,
      ...(gap ? [`   void because its prices were given up, from ${timeOf(gap.first)} to ${timeOf(gap.last)}`] : []),
      ...(product.volatilityLines?.(name, order, stretches) ?? []),
      ...sayPlace(
        log,
        checks.some((check) => check.name === 'before'),
      ),
      ...seedLines(receipt),
    );
  }
  return lines;
}

/** The source of the prices. Under rule 1 they are external, except prices from before external sources existed. */
function sayFrom(rule: number, ticks: AnyReceipt['runs'][number]['ticks']): string[] {
  const heard = messageLines(ticks);
  return rule === 1 && heard.length === 0 ? ['   its ticks do not say where they came from'] : heard;
}

/** Checks the signatures of all rounds, if a receipt of the right form has any. */
async function roundsSigned(value: unknown, checks: Check[]): Promise<Check[]> {
  return checks.some(({ name }) => name === 'drawn') ? [await checkRounds(value as AnyReceipt, firstWrongRound)] : [];
}

async function readWitnesses(texts: string[]): Promise<NoteKey[] | undefined> {
  if (texts.length === 0) return undefined;
  const keys: NoteKey[] = [];
  for (const text of texts) {
    const key = await readKey(text);
    if (key?.type !== 'cosignature') throw new Error(`"${text}" is not the key of a witness`);
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
    `   log signed by ${log.key}, ${cosigners.length > 0 ? `cosigned by ${cosigners.join(', ')}` : 'not cosigned'}`,
  ];
}

function seedLines({ log, drawn }: AnyReceipt): string[] {
  if (!drawn) return log ? ['   without seed and rounds, which receipts carry once their day is revealed'] : [];
  const count = drawn.reduce((sum, { rounds }) => sum + rounds.length, 0);
  const chains = new Map(drawn.map(({ beacon }) => [beacon.hash, beacon]));
  return [
    `   its prices follow from the announced seed and ${count} rounds`,
    ...[...chains.values()].map((chain) => `   ${aboutChain(chain)}`),
  ];
}

/** Parses a receipt in its downloaded form or as the response of the call. */
function parsed(name: string, text: string): unknown {
  try {
    const value = JSON.parse(text) as { code?: number; data?: unknown };
    return value?.code === 200 && value.data ? value.data : value;
  } catch {
    throw new Error(`${name}: does not match\n  this is not a receipt: the file cannot be read as JSON`);
  }
}

/** The product that a file claims, even if the rest is invalid. */
function productIn(value: unknown): VerifiedProduct {
  const named = (value as { product?: unknown } | null)?.product;
  return verifiedProducts[productNames.find((name) => name === named) ?? productNames[0]];
}
