import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';

export function WealthRecordsScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.wealthRecords')} onBack={useBack('/financial')} />
      <main>
        <Empty
          title={t('app.empty.wealthRecords.title')}
          text={t('app.empty.wealthRecords.text')}
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
