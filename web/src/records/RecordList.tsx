import { perProduct } from '@glasshouse/protocol/orders/by-product';
import { productPaths } from '../lib/product-paths.ts';
import { useViewport } from '../lib/viewport.ts';
import { useWords, type WordKey } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { DayList } from '../ui/DayList.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PagedList, type PagedListProps } from '../ui/PagedList.tsx';
import { EntryRow } from './EntryRow.tsx';
import styles from './Records.module.css';
import { RecordTable } from './RecordTable.tsx';
import { type Choice, type Entry, type Page, useRecords } from './records.ts';

/** Where users can create their first entry of a kind. */
const ways: Readonly<Record<Choice['tab'], readonly [path: string, title: WordKey]>> = {
  all: ['/contract', 'titles.contract'],
  ...perProduct((product) => [productPaths[product].page, productPaths[product].title] as const),
  product: ['/financial', 'titles.financial'],
  recharge: ['/pay/deposit', 'titles.deposit'],
  withdraw: ['/pay/withdraw', 'titles.withdraw'],
  transfer: ['/assets/transfer', 'titles.transfer'],
  upgrade: ['/user/vip', 'titles.vip'],
};

type ListProps = Omit<PagedListProps<Page, Entry>, 'children'>;
type RecordListProps = { choice: Choice; onClear: () => void };

/** The entries that match the filters, grouped by the day of their start. */
export function RecordList({ choice, onClear }: RecordListProps) {
  const { t } = useWords();
  const isDesk = useViewport() === 'desk';
  const of = useRecords(choice);
  const list: ListProps = {
    of,
    listOf: ({ list }) => list,
    failed: { title: t('records.failed'), text: t('records.failedText') },
    nothing: <Nothing choice={choice} onClear={onClear} />,
  };
  const hasMembers = of.data?.pages.some(({ list }) => list.some((entry) => entry.is === 'money' && entry.member));
  return (
    <div>
      <p className={styles.about} role="status">
        {choice.text && hasMembers && t('records.membersFound')}
      </p>
      {isDesk ? (
        <PagedList {...list}>{(entries) => <RecordTable entries={entries} />}</PagedList>
      ) : (
        <DayList {...list}>{(entry) => <EntryRow entry={entry} />}</DayList>
      )}
    </div>
  );
}

function Nothing({ choice: { tab, state, currency, from, until, text }, onClear }: RecordListProps) {
  const { t } = useWords();
  const narrowed = Boolean(state || currency || from || until || text);
  const [to, title] = ways[tab];
  return (
    <Empty
      title={t('records.emptyTitle')}
      text={t(narrowed ? 'records.emptyNarrowed' : `records.empty.${tab}`)}
      action={
        narrowed ? (
          <Button small kind="soft" onClick={onClear}>
            {t('records.clear')}
          </Button>
        ) : (
          <ButtonLink small kind="soft" to={to}>
            {t(title)}
          </ButtonLink>
        )
      }
    />
  );
}
