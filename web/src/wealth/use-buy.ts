import type { buyProduct } from '@glasshouse/protocol/wealth/calls';
import { call } from '../lib/call.ts';
import { type ConfirmedBy, withProof } from '../lib/confirm.ts';
import { useAct } from '../lib/use-act.ts';
import type { Holding } from './wealth.ts';

type Body = { product: number; version: number; units: number; fromFund: boolean; by: ConfirmedBy };
const path = '/index/wealth/buy';

/** Buys once per confirmation, however often it is tried. */
export const useBuy = (onBought: (holding: Holding) => void) =>
  useAct({
    name: 'buy',
    send: async ({ by, ...body }: Body & { id: string }) =>
      call<typeof buyProduct>('POST', path, await withProof(path, body, by)),
    // Neither the proof nor where the money comes from is part of what is bought.
    sameness: ({ product, version, units }) => `${product} ${version} ${units}`,
    onDone: ({ holding }) => onBought(holding),
  });
