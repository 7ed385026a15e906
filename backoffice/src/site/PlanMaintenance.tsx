import { now } from '@glasshouse/kit/clock.ts';
import type { Locale } from '@glasshouse/protocol/locales';
import { listMaintenance, planMaintenance } from '@glasshouse/protocol/site/office';
import type { Texts } from '@glasshouse/protocol/site/texts';
import { useState } from 'react';
import { fromField, toField } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Span } from './Span.tsx';
import { isWritten, TextsFields, textsOf } from './Texts.tsx';

const hour = 3_600_000;

/** Plans a maintenance window and the text users will read. */
export function PlanMaintenance({ site, onClose }: { site: Locale; onClose: () => void }) {
  const { t } = useWords();
  const [draft, setDraft] = useState<Texts>({});
  const [from, setFrom] = useState(() => toField(now() + hour));
  const [until, setUntil] = useState(() => toField(now() + 2 * hour));
  return (
    <ActDialog
      endpoint={planMaintenance}
      wide
      title={t('maintenance.plan')}
      about={t('maintenance.planAbout')}
      submit={t('maintenance.plan')}
      body={(reason) => ({
        from: fromField(from),
        until: fromField(until),
        texts: isWritten(draft) ? textsOf(draft, site) : null,
        reason,
      })}
      changes={[listMaintenance]}
      done={t('maintenance.planned')}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <Span from={from} until={until} onFrom={setFrom} onUntil={setUntil} wrong={wrong} />
          <TextsFields optional draft={draft} site={site} onChange={setDraft} wrong={wrong} />
        </>
      )}
    </ActDialog>
  );
}
