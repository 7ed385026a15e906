import { formatTime } from '@glasshouse/kit/format.ts';
import { utcDay } from '@glasshouse/protocol/utc-day';
import type { Product } from './wealth.ts';

/** When something of it is due: by the day as the books count days, or to the minute where it runs by the clock. */
export const dateOf = ({ kind }: Pick<Product['terms'], 'kind'>, at: number): string =>
  kind === 'pledge' ? formatTime(at).slice(0, 16) : utcDay(at);
