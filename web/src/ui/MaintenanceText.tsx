import type { Output } from '@glasshouse/protocol/endpoint';
import type { getSite } from '@glasshouse/protocol/site/calls';
import { useWords } from '../lib/words.tsx';

export type Maintenance = NonNullable<Output<typeof getSite>['maintenance']>;

/** The operators' text about a maintenance window, or else a standard text. */
export function MaintenanceText({ of: { text, language } }: { of: Pick<Maintenance, 'text' | 'language'> }) {
  const { t } = useWords();
  return <span lang={language ?? undefined}>{text ?? t('app.maintenance.text')}</span>;
}
