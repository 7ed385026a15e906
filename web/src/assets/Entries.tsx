import { useState } from 'react';
import type { Choice } from '../lib/assets.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { DayList } from '../ui/DayList.tsx';
import { Empty } from '../ui/Empty.tsx';
import { useTapped } from '../ui/use-code.ts';
import { EntryRow } from './EntryRow.tsx';
import { type Entry, useStatement } from './statement.ts';

type EntriesProps = {
  choice: Choice;
  /** The level of the day headings. */
  level: 2 | 3;
};

/** The postings that match the filters, grouped by day. */
export function Entries({ choice, level }: EntriesProps) {
  const { t } = useWords();
  const [opened, setOpened] = useState<{ entry: Entry; shown: boolean }>();
  const close = () => setOpened(opened && { ...opened, shown: false });
  const EntrySheet = useTapped(
    opened?.shown === true,
    async () => (await import('./EntrySheet.tsx')).EntrySheet,
    close,
  );
  return (
    <>
      <DayList
        of={useStatement(choice)}
        level={level}
        listOf={({ list }) => list}
        failed={{ title: t('assets.statementFailed'), text: t('assets.failedText') }}
        nothing={<Nothing narrowed={Boolean(choice.kind || choice.from || choice.until)} />}
      >
        {(entry) => (
          <EntryRow
            entry={entry}
            isMove={!choice.wallet && entry.kind === 'wallet_transfer'}
            onPress={() => setOpened({ entry, shown: true })}
          />
        )}
      </DayList>
      {EntrySheet && opened && <EntrySheet entry={opened.entry} open={opened.shown} onClose={close} />}
    </>
  );
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  const { t } = useWords();
  return (
    <Empty
      title={t('assets.emptyTitle')}
      text={t(narrowed ? 'assets.emptyNarrowed' : 'assets.emptyText')}
      action={
        !narrowed && (
          <ButtonLink small kind="soft" to="/assets/transfer">
            {t('titles.transfer')}
          </ButtonLink>
        )
      }
    />
  );
}
