import { savePeriods, showPeriods, withdrawPeriods } from '@glasshouse/protocol/contracts/office-terms';
import { useState } from 'react';
import { usePages } from '../lib/ask.ts';
import type { Answer } from '../lib/call.ts';
import { sentenceOf } from '../lib/call.ts';
import { changesBetween } from '../lib/compare.ts';
import { fieldName, inWords, periodWords } from '../lib/fields.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { AnnouncedVersion, announcedColumns } from '../ui/AnnouncedVersion.tsx';
import { Button } from '../ui/Button.tsx';
import { Changes } from '../ui/Changes.tsx';
import { KeyValues } from '../ui/KeyValues.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card, Page } from '../ui/Page.tsx';
import { Bones, Table } from '../ui/Table.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { EditPeriods } from './EditPeriods.tsx';
import { amountNames } from './period-problems.ts';

type Version = Answer<typeof showPeriods>['list'][number];

/** The terms of new timed contracts. Accepted orders keep the terms they were placed on. */
export function PeriodsScreen() {
  const { t } = useWords();
  const may = useMay();
  const [editing, setEditing] = useState<Version>();
  const pages = usePages(showPeriods, (before) => ({ limit: 20, ...(typeof before === 'string' && { before }) }), {});
  const versions = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  const current = versions.find(({ state }) => state === 'in_force');
  const next = versions.find(({ state }) => state === 'announced');
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
              ...amountNames.map((name) => [t(`periods.${name}`), current.terms[name]] as const),
              [t('periods.periods'), periodWords(current.terms.periods)],
            ]}
          />
        ) : (
          <Bones />
        )}
        {current && next && (
          <AnnouncedVersion version={next} withdraw={withdrawPeriods} changed={showPeriods}>
            <Changes changes={changesBetween(current.terms, next.terms).map(inWords)} nameOf={fieldName} />
          </AnnouncedVersion>
        )}
      </Card>
      <Waiting actions={[savePeriods]} />
      <Card title={t('settings.history')}>
        <Table
          caption={t('settings.history')}
          rows={versions}
          keyOf={({ version }) => version}
          columns={announcedColumns<Version>(t, {
            label: t('periods.periods'),
            show: ({ terms }) => periodWords(terms.periods),
          })}
        />
        <More pages={pages} />
      </Card>
      {editing && <EditPeriods version={editing} onClose={() => setEditing(undefined)} />}
    </Page>
  );
}
