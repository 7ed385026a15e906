import { knownToOperator } from '@glasshouse/protocol/beacon/chain';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import { useQuery } from '@tanstack/react-query';
import { tapeQuery } from '../lib/tape.ts';
import { useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';

type Rested = Pick<AnyReceipt, 'gap' | 'runs'> & Partial<Pick<AnyReceipt, 'drawn'>>;

/**
 * Says below the verdict that the operator could know these prices ahead, if the beacon is the site's own. The
 * receipt's own data takes precedence over what the site says now.
 */
export function ForeknowledgeNote({ receipt: { gap, runs, drawn } }: { receipt: Rested }) {
  const { t } = useWords();
  const { data } = useQuery(tapeQuery);
  const isKnownNow = data?.shows.madeAgain && data.beacon?.knownToOperator;
  const isKnown = drawn ? drawn.some(({ beacon }) => knownToOperator(beacon)) : isKnownNow;
  const isFromOutside = runs.some(({ ticks }) => ticks.some(({ heard }) => heard));
  if (gap || isFromOutside || !isKnown) return null;
  return (
    <Note tone="amber" icon="alert" title={t('tape.means.local.title')}>
      {t('tape.means.local.text')}
    </Note>
  );
}
