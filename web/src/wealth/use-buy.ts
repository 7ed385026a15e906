import type { buyProduct } from '@glasshouse/protocol/wealth/calls';
import { call } from '../lib/call.ts';
import { useAct } from '../lib/use-act.ts';
import type { Holding } from './wealth.ts';

type Body = { product: number; version: number; units: number; tradePassword: string };

/** Buys once per confirmation, however often it is tried. */
export const useBuy = (onBought: (holding: Holding) => void) =>
  useAct({
    name: 'buy',
    send: (body: Body & { id: string }) => call<typeof buyProduct>('POST', '/index/wealth/buy', body),
    // The password is no part of what is bought: it may be typed again.
    sameness: ({ product, version, units }) => `${product} ${version} ${units}`,
    onDone: ({ holding }) => onBought(holding),
  });
