import type { sendToMember } from '@glasshouse/protocol/transfers/calls';
import { call } from '../lib/call.ts';
import { useAct } from '../lib/use-act.ts';
import type { Done } from './sending.ts';

type Body = { account: string; token: string; amount: string; tradePassword?: string };

/** Sends once per tap, however often it is tried. */
export const useSend = (onDone: (done: Done) => void) =>
  useAct({
    name: 'send',
    send: ({ account: _, ...body }: Body & { id: string }) =>
      call<typeof sendToMember>('POST', '/index/transfers/send', body),
    // What was typed: finding the same person again gives another token, and the password may be typed again.
    sameness: ({ account, amount }) => `${account} ${amount}`,
    onDone: ({ amount, name }) => onDone({ amount, name }),
  });
export type SendAct = ReturnType<typeof useSend>;
