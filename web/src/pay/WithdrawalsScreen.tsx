import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';

export function WithdrawalsScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.withdrawals')} onBack={useBack('/records')} />
      <main>
        <Empty
          title={t('app.empty.withdrawals.title')}
          text={t('app.empty.withdrawals.text')}
          action={
            <ButtonLink small kind="soft" to="/pay/withdraw">
              {t('app.empty.makeWithdrawal')}
            </ButtonLink>
          }
        />
      </main>
    </>
  );
}
