import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import type { EndedOrder } from '../../trading/ended-order.ts';

/** An option that has ended or was sold. */
export type EndedOption = EndedOrder<OptionOrder>;
