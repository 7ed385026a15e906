import { coins } from '../market/coins.ts';
import { formatUsdt, parseUnits } from '../money.ts';

// What a receipt must look like, to the last field: a number that says the same as another one, a field too many or a longer
// text would otherwise be a part of the paper that nothing vouches for. Written without a library: the browser loads it for
// this one page.

/** Where a value is not of the shape, as a path of field names; undefined when it is. */
type Shape = (value: unknown) => string | undefined;

const fits =
  (holds: (value: unknown) => boolean): Shape =>
  (value) =>
    holds(value) ? undefined : '';
const at = (name: string | number, inner: string) => (inner === '' ? String(name) : `${name}.${inner}`);

const oneOf = (...values: unknown[]) => fits((value) => values.includes(value));
const whole = (least: number, most: number) =>
  fits((value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most);
const text = (pattern: RegExp) => fits((value) => typeof value === 'string' && pattern.test(value));
const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null ? undefined : shape(value);

const list =
  (least: number, most: number, item: Shape): Shape =>
  (value) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) return '';
    for (const [place, each] of value.entries()) {
      const inner = item(each);
      if (inner !== undefined) return at(place, inner);
    }
    return undefined;
  };

const fields =
  (shapes: Record<string, Shape>): Shape =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
    const stranger = Object.keys(value).find((name) => !Object.hasOwn(shapes, name));
    if (stranger !== undefined) return stranger;
    for (const [name, shape] of Object.entries(shapes)) {
      const inner = shape((value as Record<string, unknown>)[name]);
      if (inner !== undefined) return at(name, inner);
    }
    return undefined;
  };

const hash = text(/^[0-9a-f]{64}$/);
const signature = text(/^[0-9a-f]{128}$/);
const slot = whole(0, Number.MAX_SAFE_INTEGER);
const time = fits((value) => {
  const read = typeof value === 'string' ? new Date(value) : undefined;
  return read !== undefined && !Number.isNaN(read.getTime()) && read.toISOString() === value;
});
/** Only the one way in which the server writes an amount. */
const amount = fits((value) => {
  const units = typeof value === 'string' ? parseUnits(value, 'USDT') : undefined;
  return units !== undefined && formatUsdt(units) === value;
});
const signedAmount = fits((value) => typeof value === 'string' && amount(value.replace(/^-/, '')) === undefined);
const path = list(0, 32, fields({ side: oneOf('left', 'right'), hash }));
const priceTick = fields({ slot, price: text(/^\d{1,15}(\.\d{1,8})?$/) });

const order = fields({
  id: text(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  at: time,
  symbol: oneOf(...coins.map((coin) => coin.symbol)),
  direction: oneOf('long', 'short'),
  seconds: whole(1, 3600),
  stake: amount,
  returnBp: whole(1, 10_000),
  rule: whole(1, 255),
  headSlot: slot,
  dueSlot: slot,
  entry: orNull(priceTick),
  exit: orNull(priceTick),
  outcome: oneOf('win', 'lose', 'draw', 'void'),
  payout: amount,
  settledAt: time,
});
const run = fields({
  symbol: whole(1, 65_535),
  before: hash,
  ticks: list(1, 20_000, fields({ slot, price: text(/^[1-9]\d{0,17}$/), hash })),
  path,
  checkpoint: fields({
    slot,
    size: whole(1, 65_535),
    root: hash,
    previous: hash,
    publicKey: hash,
    signature,
  }),
});

/** Stands in every receipt, word for word. */
export const receiptNote =
  'Simulated. A receipt of a practice exchange: paper money only, and no price or result of a real market.';

const kind = 'glasshouse-receipt';

/** Whether something says of itself that it is a receipt; only then can it be a wrong one. */
export const isNamedReceipt = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;

/** Where something is not a receipt of version 1; undefined when all of it is. The empty path is the whole. */
export const misfitOf: Shape = fields({
  kind: oneOf(kind),
  version: oneOf(1),
  note: oneOf(receiptNote),
  order,
  headHash: hash,
  slip: fields({ path, publicKey: hash, signature }),
  runs: list(1, 2, run),
  postings: list(1, 2, fields({ at: time, kind: text(/^[a-z_]{1,40}$/), amount: signedAmount })),
});
