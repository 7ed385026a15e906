import type { Order } from '@glasshouse/protocol/contracts/calls';
import { type Stage, stageAt } from '@glasshouse/protocol/contracts/settle';
import { slotAt } from '@glasshouse/protocol/market/tape';
import { useEffect } from 'react';
import { watchQuotes } from '../../lib/quotes.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useQuotePart } from '../../lib/use-quotes.ts';

/** Where an open order stands, by its coin's newest tick; by the server's clock until there is one here. */
export function useStage(order: Order): Stage {
  const { symbol, outcome } = order;
  const open = outcome === null;
  useEffect(() => (open ? watchQuotes([symbol]) : undefined), [open, symbol]);
  const stage = useQuotePart(symbol, ({ slot }) => stageAt(order, !open, slot), !open);
  return stage ?? stageAt(order, !open, slotAt(serverNow()));
}
