import type { sendToMember } from '@glasshouse/protocol/transfers/calls';
import { call } from '../lib/call.ts';
import { type ConfirmedBy, withProof } from '../lib/confirm.ts';
import { useAct } from '../lib/use-act.ts';
import type { Done } from './sending.ts';

type Body = { account: string; token: string; amount: string; by?: ConfirmedBy };
const path = '/index/transfers/send';

/** Sends once per tap, however often it is tried. */
export const useSend = (onDone: (done: Done) => void) =>
  useAct({
    name: 'send',
    send: async ({ account: _, by, ...body }: Body & { id: string }) =>
      call<typeof sendToMember>('POST', path, by ? await withProof(path, body, by) : body),
    // What was typed: finding the same person again gives another token, and the proof may be given again.
    sameness: ({ account, amount }) => `${account} ${amount}`,
    onDone: ({ amount, name }) => onDone({ amount, name }),
  });
export type SendAct = ReturnType<typeof useSend>;
