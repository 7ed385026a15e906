import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { DayList } from '../ui/DayList.tsx';
import { Empty } from '../ui/Empty.tsx';
import { RecordRow } from './RecordRow.tsx';
import { type Choice, useRecords } from './records.ts';

/** Where one can make the first record of a kind. */
const ways = {
  all: ['/assets/transfer', 'titles.transfer'],
  recharge: ['/pay/deposit', 'titles.deposit'],
  withdraw: ['/pay/withdraw', 'titles.withdraw'],
  transfer: ['/assets/transfer', 'titles.transfer'],
  upgrade: ['/user/vip', 'titles.vip'],
} as const;

/** The records that were chosen, under the day on which each began. */
export function RecordList({ choice }: { choice: Choice }) {
  const { t } = useWords();
  return (
    <DayList
      of={useRecords(choice)}
      listOf={({ list }) => list}
      failed={{ title: t('records.failed'), text: t('records.failedText') }}
      nothing={<Nothing choice={choice} />}
    >
      {(record) => <RecordRow record={record} />}
    </DayList>
  );
}

function Nothing({ choice: { tab, state, month, currency } }: { choice: Choice }) {
  const { t } = useWords();
  const narrowed = Boolean(state || month || currency);
  const [to, title] = ways[tab];
  return (
    <Empty
      title={t('records.emptyTitle')}
      text={t(narrowed ? 'records.emptyNarrowed' : `records.empty.${tab}`)}
      action={
        !narrowed && (
          <ButtonLink small kind="soft" to={to}>
            {t(title)}
          </ButtonLink>
        )
      }
    />
  );
}
