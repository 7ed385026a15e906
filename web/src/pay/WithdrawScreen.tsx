import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';

export function WithdrawScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.withdraw')} onBack={useBack('/home')} />
      <main>
        <Empty
          title={t('app.empty.withdraw.title')}
          text={t('app.empty.withdraw.text')}
          action={
            <ButtonLink small kind="soft" to="/order/withdrawRecord">
              {t('app.empty.seeWithdrawals')}
            </ButtonLink>
          }
        />
      </main>
    </>
  );
}
