import { showPeriods } from '@glasshouse/protocol/office/periods';
import { formatTime } from '@glasshouse/web/lib/format.ts';
import { useState } from 'react';
import { usePages } from '../lib/ask.ts';
import type { Answer } from '../lib/call.ts';
import { sentenceOf } from '../lib/call.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { KeyValues } from '../ui/KeyValues.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card, Page } from '../ui/Page.tsx';
import { Bones, Table } from '../ui/Table.tsx';
import { EditPeriods } from './EditPeriods.tsx';

type Version = Answer<typeof showPeriods>['list'][number];
type Terms = Version['terms'];
const limits = ['minStake', 'maxStake', 'maxOpen'] as const;

const inWords = ({ periods }: Terms) =>
  periods.map(({ seconds, returnPercent }) => `${seconds} s ${returnPercent}%`).join(', ');

/** On which terms new second contracts are offered. Accepted orders keep theirs. */
export function PeriodsScreen() {
  const { t } = useWords();
  const may = useMay();
  const [editing, setEditing] = useState<Version>();
  const pages = usePages(showPeriods, (before) => ({ limit: 20, ...(typeof before === 'string' && { before }) }), {});
  const versions = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  const [current] = versions;
  return (
    <Page
      title={t('nav.periods')}
      about={t('periods.about')}
      acts={
        may('site.write') &&
        current && (
          <Button kind="ink" onClick={() => setEditing(current)}>
            {t('ui.change')}
          </Button>
        )
      }
    >
      {pages.error && (
        <Note tone="error" role="alert">
          {sentenceOf(pages.error)}
        </Note>
      )}
      <Card padded title={t('settings.inForce')}>
        {current ? (
          <KeyValues
            pairs={[
              ...limits.map((name) => [t(`periods.${name}`), current.terms[name]] as const),
              [t('periods.periods'), inWords(current.terms)],
            ]}
          />
        ) : (
          <Bones />
        )}
      </Card>
      <Card title={t('settings.history')}>
        <Table
          caption={t('settings.history')}
          rows={versions}
          keyOf={({ version }) => version}
          columns={[
            { label: t('settings.number'), align: 'narrow', show: ({ version }) => version },
            { label: t('periods.periods'), show: ({ terms }) => inWords(terms) },
            { label: t('ui.reason'), show: ({ reason }) => reason ?? '–' },
            { label: t('ui.who'), show: ({ by }) => by?.name ?? t('audit.command') },
            { label: t('ui.time'), align: 'narrow', show: ({ at }) => formatTime(at) },
          ]}
        />
        <More pages={pages} />
      </Card>
      {editing && <EditPeriods version={editing} onClose={() => setEditing(undefined)} />}
    </Page>
  );
}
