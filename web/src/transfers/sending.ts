import type { Output } from '@glasshouse/protocol/endpoint';
import type { checkAmount, findPayee, sendToMember, showSending } from '@glasshouse/protocol/transfers/calls';
import { useQuery } from '@tanstack/react-query';
import { assetsKey } from '../lib/assets.ts';
import { call } from '../lib/call.ts';
import { type ConfirmedBy, withProof } from '../lib/confirm.ts';
import { useAct } from '../lib/use-act.ts';

export type Sending = Output<typeof showSending>;
/** The payee found, and the text typed to find them. */
export type Payee = Output<typeof findPayee> & { account: string };

/** The amount sent and its payee. */
export type SentTransfer = { amount: string; name: string };

export const sendingKey = [...assetsKey, 'sending'];
export const useSending = () =>
  useQuery({
    queryKey: sendingKey,
    queryFn: () => call<typeof showSending>('POST', '/index/transfers/settings', {}),
    meta: { quiet: true },
  });

// Milliseconds without typing before a check, because each answer counts against a limit.
const typingPause = 600;

/** Whether the payee may still receive an amount. `checking` until the answer arrives, `undefined` without one. */
export function useFits(payee: Payee | undefined, amount: string | undefined): boolean | 'checking' | undefined {
  const enabled = payee !== undefined && amount !== undefined;
  const { data, isPending } = useQuery({
    enabled,
    queryKey: [...sendingKey, 'fits', payee?.token, amount],
    queryFn: async ({ signal }) => {
      await new Promise((done) => setTimeout(done, typingPause));
      if (signal.aborted) throw signal.reason;
      return call<typeof checkAmount>('POST', '/index/transfers/fits', { token: payee!.token, amount: amount! });
    },
    staleTime: 30_000,
    retry: false,
    meta: { quiet: true },
  });
  if (!enabled) return undefined;
  return isPending ? 'checking' : data?.fits;
}

type Body = { account: string; token: string; amount: string; by?: ConfirmedBy };
const path = '/index/transfers/send';

/** Sends once per tap, however often it is retried. */
export const useSend = (onDone: (sent: SentTransfer) => void) =>
  useAct({
    name: 'send',
    send: async ({ account: _, by, ...body }: Body & { id: string }) =>
      call<typeof sendToMember>('POST', path, by ? await withProof(path, body, by) : body),
    // The typed values only: finding the same person again returns another token, and the proof may be given again.
    sameness: ({ account, amount }) => `${account} ${amount}`,
    onDone: ({ amount, name }) => onDone({ amount, name }),
  });
export type SendAct = ReturnType<typeof useSend>;
