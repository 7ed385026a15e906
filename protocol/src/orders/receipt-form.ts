import { sourceName } from '../market/tape.ts';
import { fields, fits, hash, list, oneOf, optional, type Shape, signature, text, whole } from '../shape.ts';
import { perProduct } from './by-product.ts';
import { farthest, slot } from './order-form.ts';
import { type ProductName, productNames } from './product-names.ts';
import { type AnyProduct, products } from './products.ts';

// The exact form of receipts.

const path = list(0, 32, fields({ side: oneOf('left', 'right'), hash }));
const units = text(/^[1-9]\d{0,17}$/);
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

/** The first place where a value is not a list of proven ticks as returned by one call of the site. */
export const misfitOfRuns: Shape = list(1, 4, run);

/** Part of every receipt, verbatim. */
export const receiptNote =
  'Simulated. A receipt of a practice exchange: paper money only, and no price or result of a real market.';

const kind = 'glasshouse-receipt';

/** Whether a value claims to be a receipt. Only then can it be an invalid receipt. */
export const isNamedReceipt = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;

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
const inOutcome = fields({ ...inLog, second, before: second });
const logged = {
  key: text(/^[^\s+]{1,200}\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{1,100}$/),
  checkpoint: fits((value) => typeof value === 'string' && value.length <= 16_384),
  order: fields({ ...inLog, count: whole(1, 65_535) }),
  seal: fields(inLog),
};

/** The forms of a product's receipts, by version. */
function versionsOf(name: ProductName, product: AnyProduct): Record<number, Shape> {
  const inBoth = {
    kind: oneOf(kind),
    note: oneOf(receiptNote),
    ...(name !== productNames[0] && { product: oneOf(name) }),
    order: product.order,
    headHash: hash,
    slip: fields({ path, publicKey: hash, signature }),
    postings: list(1, 2, product.posting),
  };
  /** Every run in the receipt must be proved to be in the log. */
  const inLogged = (runs: number, { isLost = false, isOwnersEnd = false, isEndLogged = false } = {}) =>
    fields({
      ...{ ...inBoth, version: oneOf(2), runs: list(runs, runs, run) },
      log: fields({
        ...logged,
        ...(runs > 1 && { firstSeal: fields(inLog) }),
        ...((!isOwnersEnd || isEndLogged) && { outcome: inOutcome }),
        ...(isEndLogged && { sale: fields(inLog) }),
        ...(isLost && { gap: fields(inLog) }),
      }),
      ...(isLost ? { gap: fields({ first: slot, last: slot }) } : { drawn: optional(list(1, 2, drawnDay)) }),
    });
  return {
    1: fields({ ...inBoth, version: oneOf(1), runs: list(1, product.runsUnlogged, run) }),
    2: (value) => {
      const { order, runs } = value as { order?: unknown; runs?: unknown };
      const count = Math.max(Math.min(Array.isArray(runs) ? runs.length : 1, product.runs), 1);
      if (product.order(order) !== undefined) return inLogged(count)(value);
      const said = order as Parameters<typeof product.isGivenUp>[0];
      const [isLost, isOwnersEnd] = [product.isGivenUp(said), product.isOwnersEnd(said)];
      const isEndLogged = product.endEntry(said, new Uint8Array(32)) !== undefined;
      return inLogged(count, { isLost, isOwnersEnd, isEndLogged })(value);
    },
  };
}
const forms = perProduct((name) => versionsOf(name, products[name]));

/** The known versions. Receipts of newer versions cannot be judged here. */
export const knownVersions = [1, 2];
export const newestVersion = Math.max(...knownVersions);
export function newerVersion(value: unknown): number | undefined {
  if (!isNamedReceipt(value)) return undefined;
  const { version } = value as { version?: unknown };
  return Number.isSafeInteger(version) && (version as number) > newestVersion ? (version as number) : undefined;
}

/**
 * The first place where a value does not have the form of a receipt of a known product and version. Undefined if it
 * conforms. An empty path means the value itself.
 */
export const misfitOf: Shape = (value) => {
  const { version = 1, product = productNames[0] } = (value ?? {}) as { version?: unknown; product?: unknown };
  const versions =
    typeof product === 'string' && Object.hasOwn(forms, product) ? forms[product as ProductName] : undefined;
  if (!versions) return 'product';
  return typeof version === 'number' && Object.hasOwn(versions, version) ? versions[version]!(value) : 'version';
};
