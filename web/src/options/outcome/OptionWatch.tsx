import type { OptionEvent } from '@glasshouse/protocol/options/calls';
import { ResultWatch, type Watched } from '../../trading/ResultWatch.tsx';
import { optionsKey } from '../board.ts';
import { usePositions } from '../positions.ts';
import type { EndedOption } from './results.ts';
import { awaited, options } from './results.ts';

const watched: Watched<EndedOption> = {
  ...options,
  event: 'option' satisfies OptionEvent['type'],
  awaited,
  stale: optionsKey,
  loadSheet: async () => (await import('./OptionResultSheet.tsx')).OptionResultSheet,
};

/** Waits for the user's options to end. */
export function OptionWatch({ user }: { user: string }) {
  const { data } = usePositions(true, true);
  return <ResultWatch user={user} of={watched} open={data} />;
}
