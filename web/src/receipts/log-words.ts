import { formatWhole } from '@glasshouse/kit/format.ts';
import type { OwnersLog } from '@glasshouse/protocol/orders/shapes';
import { readHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { readNote } from '@glasshouse/protocol/publiclog/note';

/** Whether this device had seen a log before the order, so that its receipt must name a place there. */
export const hadLog = (at: string, since: number | undefined): boolean => since !== undefined && Date.parse(at) > since;

/** The content of the receipt's checkpoint, whoever signed it. */
export function headIn({ checkpoint }: OwnersLog) {
  const note = readNote(checkpoint);
  return note && readHead(note.text);
}
/** The size of the log at the receipt's checkpoint. */
export function lengthThen(log: OwnersLog): string {
  const head = headIn(log);
  return head ? formatWhole(head.size) : '–';
}
