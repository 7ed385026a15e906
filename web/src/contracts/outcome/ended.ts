import type { Order } from '@glasshouse/protocol/contracts/calls';
import type { Ended as EndedOrder } from '../../trading/ended.ts';

export type Ended = EndedOrder<Order>;
