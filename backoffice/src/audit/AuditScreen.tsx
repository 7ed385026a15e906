import { formatTime } from '@glasshouse/kit/format.ts';
import type { SeenPerson } from '@glasshouse/protocol/backoffice/approvals';
import { type AuditEntry, listAudit } from '@glasshouse/protocol/backoffice/audit';
import { useState } from 'react';
import { usePages } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { useChoices } from '../lib/choices.ts';
import { changesBetween } from '../lib/compare.ts';
import { entryWords, reasonWords } from '../lib/names.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Changes } from '../ui/Changes.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Export } from '../ui/Export.tsx';
import { Hash } from '../ui/Hash.tsx';
import { Fact, KeyValues } from '../ui/KeyValues.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card, Page } from '../ui/Page.tsx';
import { Blank, Bones, Table } from '../ui/Table.tsx';
import { AuditFilter, filterNames, filterOf } from './AuditFilter.tsx';
import { ChainCheck } from './ChainCheck.tsx';

/** Everything operators did, newest first, and the chain that holds it together. */
export function AuditScreen() {
  const { t } = useWords();
  const [choice, choose] = useChoices(filterNames);
  const [open, setOpen] = useState<AuditEntry>();
  const { filter, days } = filterOf(choice);
  const pages = usePages(
    listAudit,
    (before) => ({ limit: 50, ...filter, ...days, ...(typeof before === 'number' && { before }) }),
    { ...filter, ...days },
  );
  const rows = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  const people = pages.data?.pages.flatMap((page) => page.people) ?? [];
  return (
    <Page title={t('nav.audit')} about={t('audit.about')} acts={<Export name="audit" filter={filter} />}>
      <ChainCheck />
      <AuditFilter choice={choice} onChange={choose} />
      <Card>
        {pages.isPending && <Bones rows={8} />}
        {pages.error && (
          <Note tone="error" role="alert">
            {sentenceOf(pages.error)}
          </Note>
        )}
        {pages.data && rows.length === 0 && <Blank title={t('audit.none')} />}
        {rows.length > 0 && (
          <>
            <Table
              caption={t('nav.audit')}
              rows={rows}
              keyOf={({ id }) => String(id)}
              columns={[
                { label: t('audit.entry'), align: 'narrow', show: ({ id }) => id },
                { label: t('ui.time'), align: 'narrow', show: ({ at }) => formatTime(at) },
                { label: t('ui.who'), show: (entry) => <Who entry={entry} /> },
                { label: t('audit.action'), show: (entry) => entryWords(entry, people) },
                {
                  label: t('audit.subject'),
                  show: ({ subject }) => <code title={subject}>{shortSubject(subject)}</code>,
                },
                { label: t('ui.reason'), show: ({ reason }) => (reason === null ? '–' : reasonWords(reason)) },
                { label: t('audit.hash'), align: 'narrow', show: ({ hash }) => <Hash value={hash} /> },
                {
                  label: <span className="vh">{t('ui.acts')}</span>,
                  align: 'narrow',
                  show: (entry) => (
                    <Button kind="quiet" onClick={() => setOpen(entry)}>
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
      {open && <Entry entry={open} people={people} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

/** Long ids are shortened to their end; the entry shows the full id. */
const shortSubject = (subject: string) => {
  const [kind, ...id] = subject.split(':');
  return id.length === 0 ? subject : `${kind}:${id.join(':').replace(/^.{32}(.{4})$/, '…$1')}`;
};

function Who({ entry: { operator, second } }: { entry: AuditEntry }) {
  const { t } = useWords();
  const first = operator?.name ?? t('audit.command');
  return second ? t('audit.two', { first, second: second.name }) : first;
}

type EntryProps = { entry: AuditEntry; people: readonly SeenPerson[]; onClose: () => void };

function Entry({ entry, people, onClose }: EntryProps) {
  const { t } = useWords();
  return (
    <Dialog wide title={t('audit.entryTitle', { entry: entry.id })} onClose={onClose}>
      <KeyValues
        pairs={[
          [t('audit.action'), `${entryWords(entry, people)} (${entry.action})`],
          [t('ui.time'), formatTime(entry.at)],
          [t('ui.reason'), entry.reason === null ? '–' : reasonWords(entry.reason)],
        ]}
      >
        <Fact label={t('ui.who')}>
          <Who entry={entry} />
        </Fact>
        <Fact label={t('audit.subject')}>
          <code>{entry.subject}</code>
        </Fact>
        <Fact label={t('audit.changes')}>
          <Changes changes={changesBetween(entry.before, entry.after)} />
        </Fact>
        <Fact label={t('audit.previous')}>
          <code>{entry.previous}</code>
        </Fact>
        <Fact label={t('audit.hash')}>
          <code>{entry.hash}</code>
        </Fact>
      </KeyValues>
    </Dialog>
  );
}
