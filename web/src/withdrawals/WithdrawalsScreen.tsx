import { withdrawalStates } from '@glasshouse/protocol/withdrawals/calls';
import { useQueryClient } from '@tanstack/react-query';
import { assetsKey } from '../lib/assets.ts';
import { useBack } from '../lib/back.ts';
import { useMovements } from '../lib/movements.ts';
import { useSearchParams } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { DayList } from '../ui/DayList.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Filters } from './Filters.tsx';
import { WithdrawalRow } from './WithdrawalRow.tsx';
import styles from './Withdrawals.module.css';
import { type Choice, useWithdrawals } from './withdrawals.ts';

/** The filters in an address. Invalid ones are ignored. */
const choiceIn = (search: URLSearchParams): Choice => ({
  state: withdrawalStates.find((state) => state === search.get('state')),
  currency: (['USDT', 'CNY'] as const).find((currency) => currency === search.get('currency')),
});

export const WithdrawalsScreen = () => <Records title="titles.withdrawals" />;
export const AuditScreen = () => <Records title="titles.audit" />;

/** All of the user's withdrawals with their state. The filters are in the address. */
function Records({ title }: { title: 'titles.withdrawals' | 'titles.audit' }) {
  const { t } = useWords();
  const queries = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const choice = choiceIn(search);
  const show = (chosen: Choice) =>
    setSearch(
      Object.entries(chosen).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
      { replace: true },
    );
  const renew = () => void queries.invalidateQueries({ queryKey: assetsKey });
  useMovements(({ flow }) => flow === 'withdraw' && renew(), renew);
  return (
    <>
      <PageBar title={t(title)} onBack={useBack()} />
      <main className={styles.page}>
        <Filters choice={choice} onChoose={(change) => show({ ...choice, ...change })} />
        <DayList
          of={useWithdrawals(choice)}
          listOf={({ list }) => list}
          failed={{ title: t('withdrawals.listFailed'), text: t('withdrawals.failedText') }}
          nothing={<Nothing narrowed={Boolean(choice.state || choice.currency)} onClear={() => show({})} />}
        >
          {(withdrawal) => <WithdrawalRow withdrawal={withdrawal} />}
        </DayList>
      </main>
    </>
  );
}

function Nothing({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  const { t } = useWords();
  if (narrowed) {
    return (
      <Empty
        title={t('withdrawals.noMatch')}
        action={
          <Button small kind="soft" onClick={onClear}>
            {t('withdrawals.clear')}
          </Button>
        }
      />
    );
  }
  return (
    <Empty
      title={t('withdrawals.emptyTitle')}
      text={t('withdrawals.emptyText')}
      action={
        <ButtonLink small kind="soft" to="/pay/withdraw">
          {t('titles.withdraw')}
        </ButtonLink>
      }
    />
  );
}
