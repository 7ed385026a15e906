import { layout } from '../bytes.ts';
import { amount, fields, hash, list, oneOf, orNull, type Shape, signature, text, time, whole } from '../shape.ts';
import { uuidForm } from '../uuid.ts';
import type { IncomeFile } from './calls.ts';
import { pledgeSeconds, termBounds } from './terms.ts';

// The exact form of an income file, and its signed bytes.

const most = Number.MAX_SAFE_INTEGER;
const { rateBp, ratePpb, days } = termBounds;
const term = whole(days.least, days.most);
const termsOf: Record<string, Shape> = {
  trust: fields({ kind: oneOf('trust'), unit: amount, rateBp: whole(rateBp.least, rateBp.most), days: term }),
  pledge: fields({
    kind: oneOf('pledge'),
    unit: amount,
    ratePpb: whole(ratePpb.least, ratePpb.most),
    seconds: oneOf(...pledgeSeconds),
  }),
  machine: fields({ kind: oneOf('machine'), unit: amount, daily: amount, days: term }),
};
const terms: Shape = (value) => {
  const { kind } = (value ?? {}) as { kind?: string };
  return typeof kind === 'string' && Object.hasOwn(termsOf, kind) ? termsOf[kind]!(value) : '';
};

const holding = fields({
  id: text(uuidForm),
  product: whole(1, most),
  version: whole(1, most),
  label: text(/^[^\n]{0,40}$/),
  terms,
  units: whole(1, most),
  amount,
  boughtAt: time,
  startsAt: time,
  endsAt: time,
  state: oneOf('not_started', 'in_progress', 'settling', 'ended'),
  earned: amount,
  endedAt: orNull(time),
  ending: oneOf('matured', 'early', 'left', null),
});
const payment = fields({ at: time, amount });

/**
 * The first place where a value does not have the form of an income file of version 1. Undefined if it conforms. An
 * empty path means the value itself.
 */
export const misfitOf: Shape = fields({
  kind: oneOf('glasshouse-income'),
  version: oneOf(1),
  note: text(/^[^\n]{1,300}$/),
  holding,
  income: list(0, days.most, payment),
  returned: orNull(payment),
  time: whole(0, 8_640_000_000_000_000),
  seal: fields({ publicKey: hash, signature }),
});

/** Sorts fields, so that the same content always gives the same text. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const named = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(named.map(([name, inner]) => [name, inOrder(inner)]));
}

declare const TextEncoder: new () => { encode(text: string): Uint8Array };
// The tape uses kinds up to 6, slips up to 8.
const kind = 9;
/** The bytes that the site signs: everything but the seal. */
export function sealedBytes({ seal: _, ...rest }: Omit<IncomeFile, 'seal'> & { seal?: unknown }) {
  return layout({ u8: kind }, { raw: new TextEncoder().encode(JSON.stringify(inOrder(rest))) });
}
