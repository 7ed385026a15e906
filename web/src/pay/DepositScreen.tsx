import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';

export function DepositScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.deposit')} onBack={useBack('/home')} />
      <main>
        <Empty
          title={t('app.empty.deposit.title')}
          text={t('app.empty.deposit.text')}
          action={
            <ButtonLink small kind="soft" to="/helps/simulated">
              {t('app.empty.howSimulated')}
            </ButtonLink>
          }
        />
      </main>
    </>
  );
}
