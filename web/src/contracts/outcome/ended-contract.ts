import type { Order } from '@glasshouse/protocol/contracts/calls';
import type { EndedOrder } from '../../trading/ended-order.ts';

export type EndedContract = EndedOrder<Order>;
