import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';

export function ConfirmScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.confirm')} onBack={useBack('/finance/finance')} />
      <main>
        <Empty
          title={t('app.empty.confirm.title')}
          text={t('app.empty.confirm.text')}
          action={
            <ButtonLink small kind="soft" to="/finance/finance">
              {t('app.empty.backToFinance')}
            </ButtonLink>
          }
        />
      </main>
    </>
  );
}
