import { localChain, roundOfSlot } from '@glasshouse/protocol/beacon/chain';
import { randomnessOf } from '@glasshouse/protocol/beacon/round';
import { openRoundSigner } from '@glasshouse/protocol/beacon/rounds';
import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import type { Receipt } from '@glasshouse/protocol/contracts/calls';
import { coins, formatPrice } from '@glasshouse/protocol/market/coins';
import type { BeaconVersion } from '@glasshouse/protocol/market/generator-version';
import { type Position, walkDay } from '@glasshouse/protocol/market/synthetic-2';
import { beaconPlanBytes, dayOf, firstSlotOf } from '@glasshouse/protocol/market/tape';
import { daysBetween } from '@glasshouse/protocol/orders/receipt-seed';
import { logged, type Planned } from './logged-receipt.ts';
import { makeReceipt, sha } from './sample-receipt.ts';

// Receipts whose prices are really generated from a seed and rounds, with the proof of it.

const coin = coins[0]!;
const signer = openRoundSigner(sha(new Uint8Array([3])));
const chain = localChain(signer.publicKey);
const stranger = openRoundSigner(sha(new Uint8Array([4])));
type SignatureOf = (round: number) => Uint8Array;
/** Signs each round once. The round `forged` is signed by someone else. */
function signatures(forged: number | undefined): SignatureOf {
  const signed = new Map<number, Uint8Array>();
  return (round) => {
    const known = signed.get(round) ?? (round === forged ? stranger : signer).sign(round);
    signed.set(round, known);
    return known;
  };
}
const seedOf = (day: number) => sha(Uint8Array.of(7, day & 255));

type Stood = { price: bigint; position: Position };
/** The prices of every slot of a day from its beginning. */
function madeFrom(
  version: BeaconVersion,
  slot: number,
  open: bigint,
  last: number,
  signatureOf: SignatureOf,
): Map<number, Stood> {
  const plan = { version, day: dayOf(slot), seed: seedOf(dayOf(slot)) };
  const walk = walkDay(plan, { slot, opens: [{ symbol: 1, price: open }] }, [coin]);
  const made = new Map<number, Stood>([[slot - 1, { price: open, position: { market: 0, own: 0 } }]]);
  for (let at = slot; at <= last; at++) {
    walk.step(randomnessOf({ signature: signatureOf(roundOfSlot(chain, at)) }));
    made.set(at, { price: walk.made()[0]!.price, position: walk.position(1)! });
  }
  return made;
}

type Wish = {
  /** The generator of its days. */
  version?: BeaconVersion;
  head?: number;
  seconds?: number;
  /** The place of the order in the log, among the nine other entries. */
  orderAt?: number;
  /** Changes that a dishonest site would make in the log or in the receipt. */
  change?: (days: Planned[]) => void;
  /** The round of the exit was not signed by the beacon. */
  forged?: boolean;
  prices?: (prices: Record<number, number>) => void;
};
/** A receipt with seed and rounds. Its first day began 20 slots before the head. */
export async function drawn({
  head = 3_589_920_200,
  seconds = 3,
  orderAt = 4,
  change,
  forged,
  prices: move,
  version = 3,
}: Wish = {}): Promise<Receipt> {
  const due = head + 1 + 2 * seconds;
  const sealedAt = due + 2 - head;
  const began = head - 20;
  const signatureOf = signatures(forged ? roundOfSlot(chain, due) : undefined);
  const midnight = firstSlotOf(dayOf(began) + 1);
  const made = madeFrom(version, began, coin.start, Math.min(due + 2, midnight - 1), signatureOf);
  if (due + 2 >= midnight)
    for (const [slot, stood] of madeFrom(version, midnight, made.get(midnight - 1)!.price, due + 2, signatureOf))
      if (slot >= midnight) made.set(slot, stood);
  const prices = Object.fromEntries(
    Array.from({ length: sealedAt + 2 }, (_, i) => [i - 1, Number(made.get(head + i - 1)!.price)]),
  );
  move?.(prices);
  const days = daysBetween(head + 1, due).map(({ day, first, last }, i): Planned => {
    const start = first === midnight ? midnight : began;
    const opens = [{ symbol: 1, price: start === began ? coin.start : made.get(midnight - 1)!.price }];
    const numbers = Array.from(
      { length: roundOfSlot(chain, last) - roundOfSlot(chain, first) + 1 },
      (_, n) => roundOfSlot(chain, first) + n,
    );
    const commitment = sha(beaconPlanBytes({ version, day, seed: seedOf(day) }, fromHex(chain.hash)));
    return {
      seed: toHex(seedOf(day)),
      announced: { kind: 'day', day, version, commitment, announcedSlot: firstSlotOf(day) - 9 },
      began: { kind: 'opening', day, slot: start, opens },
      at: i === 0 ? [0, 1] : [2, 6],
      position: start === first ? { market: 0, own: 0 } : made.get(first - 1)!.position,
      beacon: { ...chain },
      rounds: numbers.map((round) => ({ round, signature: toHex(signatureOf(round)) })),
    };
  });
  change?.(days);
  const tickAt = (offset: number) => ({
    slot: head + offset,
    price: formatPrice(BigInt(prices[offset]!), coin.decimals),
  });
  const [entry, exit] = [prices[1]!, prices[due - head]!];
  const outcome = exit > entry ? 'win' : exit < entry ? 'lose' : 'draw';
  const payout = { win: '182.00', lose: '0.00', draw: '100.00' }[outcome];
  const receipt = makeReceipt({
    ...{ prices, head, seconds, sealedAt, rule: 2, outcome, payout },
    ...{ entry: tickAt(1), exit: tickAt(due - head) },
  });
  return logged(receipt, { orderAt, secondAt: due - head, beforeAt: due - head - 2, days });
}
