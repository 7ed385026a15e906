import { coins } from '../market/coins.ts';
import { sourceName } from '../market/tape.ts';
import {
  amount,
  fields,
  fits,
  hash,
  list,
  oneOf,
  optional,
  orNull,
  type Shape,
  signature,
  text,
  time,
  whole,
} from '../shape.ts';
import { isGivenUp } from './settle.ts';

// What a receipt must look like, to the last field.

const farthest = 2 ** 40; // of slots 17,000 years, of positions 256 doublings; and exact in all that is made of them
const slot = whole(0, farthest);
const signedAmount = fits((value) => typeof value === 'string' && amount(value.replace(/^-/, '')) === undefined);
const path = list(0, 32, fields({ side: oneOf('left', 'right'), hash }));
const units = text(/^[1-9]\d{0,17}$/);
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
const heard = fields({ source: text(sourceName), at: whole(0, Number.MAX_SAFE_INTEGER), message: hash });
const run = fields({
  symbol: whole(1, 65_535),
  before: hash,
  ticks: list(1, 20_000, fields({ slot, price: units, hash, heard: optional(heard) })),
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

const inBoth = {
  kind: oneOf(kind),
  note: oneOf(receiptNote),
  order,
  headHash: hash,
  slip: fields({ path, publicKey: hash, signature }),
  postings: list(1, 2, fields({ at: time, kind: text(/^[a-z_]{1,40}$/), amount: signedAmount })),
};
const inLog = { place: slot, path: list(0, 60, hash) };
const second = fields({ slot, size: whole(0, 65_535), root: hash, previous: hash });
const position = whole(-farthest, farthest);
const drawnDay = fields({
  seed: hash,
  commitment: fields({ ...inLog, hash, announcedSlot: slot }),
  opening: fields({ ...inLog, slot, opens: list(1, 1000, fields({ symbol: whole(1, 65_535), price: units })) }),
  position: fields({ market: position, own: position }),
  beacon: fields({
    name: text(/^[ -~]{1,64}$/),
    hash,
    publicKey: text(/^[0-9a-f]{192}$/),
    genesis: whole(1, 2 ** 40),
    groupHash: hash,
  }),
  rounds: list(1, 1300, fields({ round: slot, signature: text(/^[0-9a-f]{96}$/) })),
});
const logged = {
  key: text(/^[^\s+]{1,200}\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{1,100}$/),
  checkpoint: fits((value) => typeof value === 'string' && value.length <= 16_384),
  order: fields({ ...inLog, count: whole(1, 65_535) }),
  outcome: fields({ ...inLog, second, before: second }),
  seal: fields(inLog),
};
// With a second run there would be ticks under a checkpoint whose place in the log is not shown.
const inSecond = { ...inBoth, version: oneOf(2), runs: list(1, 1, run) };
const plain = fields({ ...inSecond, log: fields(logged), drawn: optional(list(1, 2, drawnDay)) });
const withGap = fields({
  ...inSecond,
  gap: fields({ first: slot, last: slot }),
  log: fields({ ...logged, gap: fields(inLog) }),
});
const versions: Record<number, Shape> = {
  1: fields({ ...inBoth, version: oneOf(1), runs: list(1, 2, run) }),
  2: (value) => {
    const { order: said } = value as { order?: unknown };
    const isLost = order(said) === undefined && isGivenUp(said as Parameters<typeof isGivenUp>[0]);
    return (isLost ? withGap : plain)(value);
  },
};

/** The versions known here, and the one of a receipt that was made for a newer program: nobody here can say whether it is right. */
export const knownVersions = Object.keys(versions).map(Number);
export const newestVersion = Math.max(...knownVersions);
export function newerVersion(value: unknown): number | undefined {
  if (!isNamedReceipt(value)) return undefined;
  const { version } = value as { version?: unknown };
  return Number.isSafeInteger(version) && (version as number) > newestVersion ? (version as number) : undefined;
}

/** Where something is not a receipt of a version known here; undefined when all of it is one. The empty path is the whole. */
export const misfitOf: Shape = (value) => {
  const { version = 1 } = (value ?? {}) as { version?: unknown };
  return typeof version === 'number' && Object.hasOwn(versions, version) ? versions[version]!(value) : 'version';
};
