import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { t } from '../lib/words.tsx';
import type { Doubt } from './doubts.ts';
import type { KeptSlip } from './slips.ts';

/** What is wrong with an acceptance, in one sentence. */
export const doubtText = (doubt: Doubt, { order, seen }: KeptSlip): string =>
  t(`contract.doubts.${doubt}`, { head: tickNumber(order.headSlot), seen: tickNumber(seen ?? 0) });
