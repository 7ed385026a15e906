import { toHex } from '@glasshouse/protocol/bytes';
import type { LogPart } from '@glasshouse/protocol/contracts/receipt-log';
import type { TapeRun } from '@glasshouse/protocol/market/proof';
import type { Tx } from '../../platform/db.ts';
import { placeOfEntry, provePlaces, secondsAround } from '../../publiclog/publiclog.ts';
import type { Accepted } from '../opening/slips.ts';

type Second = NonNullable<Awaited<ReturnType<typeof secondsAround>>>['second'];
const shown = ({ slot, size, root, previous }: Second): LogPart['outcome']['second'] => ({
  ...{ slot, size, root: toHex(root), previous: toHex(previous) },
});

/** Where orders accepted together, the slot that decided one of them and the seal of its ticks are in the public log; undefined while one of them is not. */
export async function placeOf(
  tx: Tx,
  { entry, count }: Accepted,
  decided: number,
  { checkpoint }: TapeRun,
): Promise<LogPart | undefined> {
  const order = await placeOfEntry(tx, entry);
  const outcome = await secondsAround(tx, decided);
  const seal = await secondsAround(tx, checkpoint.slot);
  if (order === undefined || !outcome || !seal) return undefined;
  const { before, second } = outcome;
  const proven = await provePlaces(tx, [order, second.place, seal.second.place]);
  if (!proven) return undefined;
  const { key, checkpoint: note, paths } = proven;
  return {
    key,
    checkpoint: note,
    order: { place: order, path: paths[0]!, count },
    outcome: { place: second.place, path: paths[1]!, second: shown(second), before: shown(before) },
    seal: { place: seal.second.place, path: paths[2]! },
  };
}
