import { formatTime } from '@glasshouse/kit/format.ts';
import { Tag, type Tone } from '@glasshouse/kit/Tag.tsx';
import type { Endpoint } from '@glasshouse/protocol/endpoint';
import type { OperatorEndpoint } from '@glasshouse/protocol/operators/call';
import type { announcedVersion } from '@glasshouse/protocol/site/office';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from './ActDialog.tsx';
import { Button } from './Button.tsx';
import { Note } from './Note.tsx';
import { Line } from './Page.tsx';
import type { Column } from './Table.tsx';

type Version = z.output<typeof announcedVersion>;
type AnnouncedVersionProps = { version: Version; withdraw: OperatorEndpoint; changed: Endpoint; children: ReactNode };

/** An announced change: when it takes effect, who requested and who approved it. It can be withdrawn until then. */
export function AnnouncedVersion({ version, withdraw, changed, children }: AnnouncedVersionProps) {
  const { t } = useWords();
  const may = useMay();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Note tone="amber" title={t('announced.from', { time: formatTime(version.from) })}>
        {children}
        {version.by && version.approvedBy && (
          <p>{t('announced.by', { name: version.by.name, second: version.approvedBy.name })}</p>
        )}
      </Note>
      {may(withdraw.permission) && (
        <Line end>
          <Button onClick={() => setOpen(true)}>{t('announced.withdraw')}</Button>
        </Line>
      )}
      {open && (
        <ActDialog
          endpoint={withdraw}
          title={t('announced.withdraw')}
          about={t('announced.withdrawAbout')}
          submit={t('announced.withdraw')}
          danger
          body={(reason) => ({ version: version.version, reason })}
          changes={[changed]}
          done={t('announced.withdrawn')}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const tones: Record<Version['state'], Tone> = {
  announced: 'amber',
  in_force: 'ok',
  past: 'neutral',
  withdrawn: 'neutral',
};

/** The columns of a history of such versions, with the column of changes among them. */
export const announcedColumns = <T extends Version>(
  t: ReturnType<typeof useWords>['t'],
  changed: Column<T>,
): Column<T>[] => [
  { label: t('settings.number'), align: 'narrow', show: ({ version }) => version },
  changed,
  { label: t('ui.reason'), show: ({ reason }) => reason ?? '–' },
  {
    label: t('ui.who'),
    show: ({ by, approvedBy }) =>
      by && approvedBy ? t('audit.two', { first: by.name, second: approvedBy.name }) : (by?.name ?? t('audit.command')),
  },
  { label: t('announced.holds'), align: 'narrow', show: ({ from }) => formatTime(from) },
  {
    label: t('users.status'),
    align: 'narrow',
    show: ({ state }) => <Tag tone={tones[state]}>{t(`announced.states.${state}`)}</Tag>,
  },
];
