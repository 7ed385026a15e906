import { savePeriods, showPeriods } from '@glasshouse/protocol/office/periods';
import { formatTime } from '@glasshouse/web/lib/format.ts';
import { useState } from 'react';
import { usePages } from '../lib/ask.ts';
import type { Answer } from '../lib/call.ts';
import { sentenceOf } from '../lib/call.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { KeyValues } from '../ui/KeyValues.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card, Line, Page } from '../ui/Page.tsx';
import { Bones, Table } from '../ui/Table.tsx';
import styles from './Periods.module.css';

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
      {editing && <Edit version={editing} onClose={() => setEditing(undefined)} />}
    </Page>
  );
}

type Row = { seconds: string; returnPercent: string };

function Edit({ version, onClose }: { version: Version; onClose: () => void }) {
  const { t } = useWords();
  const [amounts, setAmounts] = useState(() => ({ ...version.terms }));
  const [rows, setRows] = useState<readonly Row[]>(() =>
    version.terms.periods.map(({ seconds, returnPercent }) => ({
      seconds: String(seconds),
      returnPercent,
    })),
  );
  const set = (at: number, part: Partial<Row>) => setRows(rows.map((row, i) => (i === at ? { ...row, ...part } : row)));
  return (
    <ActDialog
      endpoint={savePeriods}
      title={t('periods.edit')}
      about={t('periods.editAbout')}
      submit={t('settings.save')}
      body={(reason) => ({
        expectedVersion: version.version,
        terms: {
          ...amounts,
          periods: rows.map((row) => ({ seconds: Number(row.seconds), returnPercent: row.returnPercent })),
        },
        reason,
      })}
      changes={[showPeriods]}
      done={t('settings.saved')}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          {limits.map((name) => (
            <TextField
              key={name}
              label={t(`periods.${name}`)}
              error={wrong(`terms.${name}`)}
              inputMode="decimal"
              maxLength={20}
              value={amounts[name]}
              onChange={(value) => setAmounts({ ...amounts, [name]: value })}
            />
          ))}
          {rows.map((row, i) => (
            <div key={i} className={styles.row}>
              <TextField
                label={t('periods.seconds')}
                error={wrong(`terms.periods.${i}.seconds`)}
                inputMode="numeric"
                maxLength={4}
                value={row.seconds}
                onChange={(seconds) => set(i, { seconds })}
              />
              <TextField
                label={t('periods.returnPercent')}
                error={wrong(`terms.periods.${i}.returnPercent`)}
                inputMode="numeric"
                maxLength={3}
                value={row.returnPercent}
                onChange={(returnPercent) => set(i, { returnPercent })}
              />
              <IconButton
                icon="close"
                label={t('ui.remove')}
                onClick={() => setRows(rows.filter((_, at) => at !== i))}
              />
            </div>
          ))}
          <Line>
            <Button
              icon="plus"
              disabled={rows.length >= 10}
              onClick={() => setRows([...rows, { seconds: '', returnPercent: '' }])}
            >
              {t('periods.add')}
            </Button>
          </Line>
        </>
      )}
    </ActDialog>
  );
}
