import type { OptionEvent, showOrder } from '@glasshouse/protocol/options/calls';
import { call } from '../../lib/call.ts';
import { ResultWatch, type Watched } from '../../trading/ResultWatch.tsx';
import { optionsKey } from '../board.ts';
import { usePositions } from '../positions.ts';
import { resultToast, spokenResult } from './result-words.ts';
import { awaited, type Ended, hasEnded, results } from './results.ts';

const options: Watched<Ended> = {
  home: /^\/options\/*$/,
  event: 'option' satisfies OptionEvent['type'],
  read: async (id) => {
    const { order } = await call<typeof showOrder>('POST', '/index/option/order', { id });
    return hasEnded(order) ? order : undefined;
  },
  awaited,
  results,
  toastOf: resultToast,
  spokenOf: spokenResult,
  stale: optionsKey,
  loadSheet: async () => (await import('./OptionResultSheet.tsx')).OptionResultSheet,
};

/** Waits for the ends of the user's options. */
export function OptionWatch({ user }: { user: string }) {
  const { data } = usePositions(true, true);
  return <ResultWatch user={user} of={options} open={data} />;
}
