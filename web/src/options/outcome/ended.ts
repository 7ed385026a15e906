import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import type { Ended as EndedOrder } from '../../trading/ended.ts';

/** An option that has ended or was sold. */
export type Ended = EndedOrder<OptionOrder>;
