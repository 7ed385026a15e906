import { listAudit } from '@glasshouse/protocol/backoffice/audit';
import { listOperators } from '@glasshouse/protocol/operators/calls';
import { useState } from 'react';
import { useAsk, usePages } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { useChoices } from '../lib/choices.ts';
import { type Act, actsIn, type Known } from '../lib/entries.ts';
import { reasonWords } from '../lib/names.ts';
import { useMay } from '../lib/session.ts';
import { utcTime } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Export } from '../ui/Export.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card, Line, Page } from '../ui/Page.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Blank, Bones, Table } from '../ui/Table.tsx';
import { AuditFilter, filterNames, filterOf, useFilterWords } from './AuditFilter.tsx';
import { AutomaticApprovals } from './AutomaticApprovals.tsx';
import { ChainCheck } from './ChainCheck.tsx';
import { Entry, entryNumbers, Facts, Sentence } from './Entry.tsx';

/** All acts of operators, newest first, and the hash chain of the log. */
export function AuditScreen() {
  const { t } = useWords();
  const [choice, choose] = useChoices(filterNames);
  const isAutomatic = choice.by === 'clock';
  const { filter, days } = filterOf(choice);
  const words = useFilterWords(choice);
  return (
    <Page
      title={t('nav.audit')}
      about={t(isAutomatic ? 'audit.automaticText' : 'audit.about')}
      acts={
        <Line>
          <Segments
            label={t('review.show')}
            choices={[
              ['', t('audit.byOperators')],
              ['clock', t('audit.automatic')],
            ]}
            value={isAutomatic ? 'clock' : ''}
            onChange={(by) => choose({ by })}
          />
          {!isAutomatic && <Export name="audit" filter={filter} days={days} words={words} />}
        </Line>
      }
    >
      {!isAutomatic && <ChainCheck />}
      <AuditFilter choice={choice} onChange={choose} />
      {isAutomatic ? <AutomaticApprovals days={days} /> : <Log filter={filter} days={days} />}
    </Page>
  );
}

/** The entries that match a filter. */
function Log({ filter, days }: ReturnType<typeof filterOf>) {
  const { t } = useWords();
  const [open, setOpen] = useState<Act>();
  const operators = useAsk(listOperators, {}, { enabled: useMay()('operators.read') });
  const pages = usePages(
    listAudit,
    (before) => ({ limit: 50, ...filter, ...days, ...(typeof before === 'number' && { before }) }),
    { ...filter, ...days },
  );
  const loaded = pages.data?.pages ?? [];
  const entries = loaded.flatMap(({ list }) => list);
  const rows = actsIn(entries);
  const known: Known = {
    people: loaded.flatMap(({ people }) => people),
    cases: loaded.flatMap(({ cases }) => cases),
    entries,
    operators: operators.data?.list,
  };
  return (
    <>
      <Card>
        {pages.isPending && <Bones rows={8} />}
        {pages.error && (
          <Note tone="error" role="alert">
            {sentenceOf(pages.error)}
          </Note>
        )}
        {pages.data && rows.length === 0 && (
          <Blank title={t('audit.none')}>{filter.subject && t('audit.noneAbout')}</Blank>
        )}
        {rows.length > 0 && (
          <>
            <Table
              caption={t('nav.audit')}
              rows={rows}
              keyOf={({ main }) => String(main.id)}
              columns={[
                { label: t('audit.entry'), align: 'narrow', show: entryNumbers },
                { label: t('audit.time'), align: 'narrow', show: ({ main }) => utcTime(main.at) },
                {
                  label: t('audit.what'),
                  show: ({ main }) => (
                    <>
                      <Sentence entry={main} known={known} />
                      <Facts entry={main} />
                    </>
                  ),
                },
                {
                  label: t('ui.reason'),
                  show: ({ main: { reason } }) => (reason === null ? '–' : reasonWords(reason)),
                },
                {
                  label: <span className="vh">{t('ui.acts')}</span>,
                  align: 'narrow',
                  show: (act) => (
                    <Button kind="quiet" onClick={() => setOpen(act)}>
                      {t('audit.open')}
                    </Button>
                  ),
                },
              ]}
            />
            <More pages={pages} />
          </>
        )}
      </Card>
      {open && <Entry act={open} known={known} onClose={() => setOpen(undefined)} />}
    </>
  );
}
