import { productPaths } from '../lib/product-paths.ts';
import { useWords, type WordKey } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { DayList } from '../ui/DayList.tsx';
import { Empty } from '../ui/Empty.tsx';
import { EntryRow } from './EntryRow.tsx';
import { type Choice, useRecords } from './records.ts';

/** Where one can make the first entry of a kind. */
const ways: Readonly<Record<Choice['tab'], readonly [path: string, title: WordKey]>> = {
  all: ['/contract', 'titles.contract'],
  contract: [productPaths.contract.page, 'titles.contract'],
  option: [productPaths.option.page, 'titles.options'],
  spot: [productPaths.spot.page, 'titles.spot'],
  product: ['/financial', 'titles.financial'],
  recharge: ['/pay/deposit', 'titles.deposit'],
  withdraw: ['/pay/withdraw', 'titles.withdraw'],
  transfer: ['/assets/transfer', 'titles.transfer'],
  upgrade: ['/user/vip', 'titles.vip'],
};

type RecordListProps = { choice: Choice; onClear: () => void };

/** The entries that were chosen, under the day on which each began. */
export function RecordList({ choice, onClear }: RecordListProps) {
  const { t } = useWords();
  return (
    <DayList
      of={useRecords(choice)}
      listOf={({ list }) => list}
      failed={{ title: t('records.failed'), text: t('records.failedText') }}
      nothing={<Nothing choice={choice} onClear={onClear} />}
    >
      {(entry) => <EntryRow entry={entry} />}
    </DayList>
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
