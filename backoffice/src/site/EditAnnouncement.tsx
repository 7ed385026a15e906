import { now } from '@glasshouse/kit/clock.ts';
import type { Locale } from '@glasshouse/protocol/locales';
import { listAnnouncements, saveAnnouncement } from '@glasshouse/protocol/site/office';
import { dayMs } from '@glasshouse/protocol/utc-day';
import { useState } from 'react';
import type { Answer } from '../lib/call.ts';
import { fromField, toField } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Span } from './Span.tsx';
import { TextsFields, textsOf } from './Texts.tsx';

type Announcement = Answer<typeof listAnnouncements>['list'][number];
type EditAnnouncementProps = { of: Announcement | undefined; site: Locale; onClose: () => void };

/** The text in eight languages and the time it is shown. */
export function EditAnnouncement({ of, site, onClose }: EditAnnouncementProps) {
  const { t } = useWords();
  const [draft, setDraft] = useState(of?.texts ?? {});
  const [from, setFrom] = useState(() => toField(of?.from ?? now()));
  const [until, setUntil] = useState(() => toField(of?.until ?? now() + 7 * dayMs));
  return (
    <ActDialog
      endpoint={saveAnnouncement}
      wide
      title={t(of ? 'announcements.edit' : 'announcements.add')}
      submit={t('announcements.save')}
      body={(reason) => ({
        id: of?.id ?? null,
        texts: textsOf(draft, site),
        from: fromField(from),
        until: fromField(until),
        reason,
      })}
      changes={[listAnnouncements]}
      done={t('announcements.saved')}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <TextsFields draft={draft} site={site} onChange={setDraft} wrong={wrong} />
          <Span from={from} until={until} onFrom={setFrom} onUntil={setUntil} wrong={wrong} />
        </>
      )}
    </ActDialog>
  );
}
