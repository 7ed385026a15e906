import { formatTime } from '@glasshouse/kit/format.ts';
import { addNote, listNotes, maxNote } from '@glasshouse/protocol/backoffice/notes';
import { showTimeline } from '@glasshouse/protocol/backoffice/timeline';
import { useState } from 'react';
import { useAct } from '../lib/act.ts';
import { usePages } from '../lib/ask.ts';
import { refusalOf, sentenceOf } from '../lib/call.ts';
import { dropDraft, keepDraft, readDraft } from '../lib/drafts.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from './Button.tsx';
import { AreaField } from './Field.tsx';
import { More } from './More.tsx';
import { Note } from './Note.tsx';
import styles from './Notes.module.css';
import { Card } from './Page.tsx';
import { Blank, Bones } from './Table.tsx';

type NotesProps = { number: string; case?: string; mayWrite: boolean };

/** Notes of operators about a user or one of their cases. */
export function Notes({ number, case: about, mayWrite }: NotesProps) {
  const { t } = useWords();
  const may = useMay();
  const only = about === undefined ? {} : { case: about };
  const pages = usePages(
    listNotes,
    (before) => ({ number, limit: 5, ...only, ...(typeof before === 'string' && { before }) }),
    { number, ...only },
  );
  const rows = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <Card title={t('notes.title')}>
      {pages.isPending && <Bones rows={2} />}
      {pages.error && (
        <Note tone="error" role="alert">
          {sentenceOf(pages.error)}
        </Note>
      )}
      {pages.data && rows.length === 0 && <Blank title={t(about === undefined ? 'notes.none' : 'notes.noneOnCase')} />}
      {rows.length > 0 && (
        <>
          <ul className={styles.list}>
            {rows.map(({ id, at, by, text, case: of }) => (
              <li key={id}>
                <p>{text}</p>
                <small>
                  {by} · {formatTime(at)}
                  {of !== null && about === undefined && ` · ${t('notes.onCase')}`}
                </small>
              </li>
            ))}
          </ul>
          {pages.hasNextPage && <More pages={pages} />}
        </>
      )}
      {mayWrite && may('notes.write') && <Write key={about ?? number} number={number} about={about ?? null} />}
    </Card>
  );
}

type Draft = { id: string; text: string };
const newDraft = (): Draft => ({ id: crypto.randomUUID(), text: '' });

function Write({ number, about }: { number: string; about: string | null }) {
  const { t } = useWords();
  const name = `note.${about ?? number}`;
  // The id is created with the form, so that a repeated press writes the same note.
  const [{ id, text }, setDraft] = useState(() => ({ ...newDraft(), ...readDraft<Draft>(name) }));
  const add = useAct(addNote, { changes: [listNotes, showTimeline], quiet: true });
  const isWritten = () => {
    dropDraft(name);
    setDraft(newDraft());
  };
  const write = (text: string) => {
    keepDraft(name, { id, text });
    setDraft({ id, text });
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '' || add.isPending) return;
        const lost = (error: Error) => refusalOf(error, 'id_used') && isWritten();
        add.mutate({ id, number, case: about, text }, { onSuccess: isWritten, onError: lost });
      }}
    >
      <AreaField
        label={t('notes.add')}
        help={t('notes.help')}
        error={add.error && !refusalOf(add.error, 'id_used') ? sentenceOf(add.error) : undefined}
        maxLength={maxNote}
        value={text}
        onChange={write}
      />
      <Button type="submit" busy={add.isPending}>
        {t('notes.save')}
      </Button>
    </form>
  );
}
