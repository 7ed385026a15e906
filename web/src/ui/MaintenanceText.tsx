import type { Output } from '@glasshouse/protocol/endpoint';
import type { getSite } from '@glasshouse/protocol/site/calls';
import { useWords } from '../lib/words.tsx';

export type Maintenance = NonNullable<Output<typeof getSite>['maintenance']>;

/** What the operators say about a window, or else what is always true of one. */
export function MaintenanceText({ of: { text, language } }: { of: Pick<Maintenance, 'text' | 'language'> }) {
  const { t } = useWords();
  return <span lang={language ?? undefined}>{text ?? t('app.maintenance.text')}</span>;
}
