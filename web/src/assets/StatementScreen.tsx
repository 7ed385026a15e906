import { saveText } from '@glasshouse/kit/save-file.ts';
import { useMutation } from '@tanstack/react-query';
import type { Choice } from '../lib/assets.ts';
import { useBack } from '../lib/back.ts';
import { useSearchParams } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { showToast } from '../ui/toast.ts';
import styles from './Assets.module.css';
import { Entries } from './Entries.tsx';
import { Filters } from './Filters.tsx';
import { choiceIn, fetchCsv } from './statement.ts';

/** The postings behind a number. The filters are in the address, so that every number can link to its own. */
export function StatementScreen() {
  const { t } = useWords();
  const back = useBack();
  const [search, setSearch] = useSearchParams();
  const choice = choiceIn(search);
  const choose = (change: Choice) =>
    setSearch(
      Object.entries({ ...choice, ...change }).filter((each): each is [string, string] => each[1] !== undefined),
      { replace: true },
    );
  const csv = useMutation({
    mutationFn: fetchCsv,
    onSuccess: ({ filename, csv, complete }) => {
      saveText({ name: filename, text: csv });
      showToast({ kind: 'success', text: t(complete ? 'assets.csvSaved' : 'assets.csvCut', { filename }) });
    },
  });
  return (
    <>
      <PageBar
        title={t('titles.statement')}
        onBack={back}
        end={
          <IconButton
            icon="download"
            size={20}
            label={t('assets.csv')}
            aria-busy={csv.isPending}
            onClick={() => csv.isPending || csv.mutate(choice)}
          />
        }
      />
      <main className={styles.page}>
        <Filters choice={choice} onChoose={choose} />
        <Entries choice={choice} level={2} />
      </main>
    </>
  );
}
