import { formatExact, formatTime } from '@glasshouse/kit/format.ts';
import { parseUnits } from '@glasshouse/protocol/money';
import type { Network } from '@glasshouse/protocol/movements/addresses';
import { receiptOf } from '@glasshouse/protocol/specimens/code';
import { serverNow } from '../lib/server-clock.ts';
import { t } from '../lib/words.tsx';
import { codeFor, lookAt, type Refusal } from '../specimens/codes.ts';

/** The payment that a receipt confirms. */
export type Paid = { amount: string; network: Network; address: string };

/** A receipt of this amount by this network, with a fresh code for this user. */
export async function makeReceipt({ amount, network, address }: Paid): Promise<Blob> {
  const asked = { document: 'receipt', network, amount } as const;
  // Requested first, so that a lost connection is reported before anything is drawn.
  const { code } = await codeFor(asked);
  const { drawReceipt } = await import('./draw.ts');
  const words = {
    title: t('deposits.drawn.title'),
    network: t('deposits.network'),
    to: t('deposits.drawn.to'),
    time: t('deposits.drawn.time'),
    warning: t('deposits.drawn.warning'),
    code: t('specimens.code'),
  };
  return drawReceipt({ amount: formatExact(amount), network, address, time: formatTime(serverNow()), code, words });
}

/** Why a picked file is refused; `undefined` if it is the receipt of this amount by this network. */
export async function whyNot(
  file: File,
  { amount, network }: Paid,
  owner: { number: string },
): Promise<Refusal | 'differs' | undefined> {
  const seen = await lookAt(file, owner, { document: 'receipt', network, amount });
  if ('wrong' in seen) return seen.wrong;
  return seen.part === receiptOf(network, parseUnits(amount, 'USDT')!) ? undefined : 'differs';
}
