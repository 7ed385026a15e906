import { formatWhole } from '@glasshouse/kit/format.ts';
import type { OwnersLog } from '@glasshouse/protocol/orders/shapes';
import { readHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { readNote } from '@glasshouse/protocol/publiclog/note';

/** Whether an order is from when this device had seen a log already, so that its receipt must name a place there. */
export const hadLog = (at: string, since: number | undefined): boolean => since !== undefined && Date.parse(at) > since;

/** What the receipt's checkpoint says, whoever signed it. */
export function headIn({ checkpoint }: OwnersLog) {
  const note = readNote(checkpoint);
  return note && readHead(note.text);
}
/** How long the log was at the receipt's checkpoint. */
export function lengthThen(log: OwnersLog): string {
  const head = headIn(log);
  return head ? formatWhole(head.size) : '–';
}
