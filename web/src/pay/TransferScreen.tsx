import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';

export function TransferScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.transfer')} onBack={useBack('/home')} />
      <main>
        <Empty
          title={t('app.empty.transfer.title')}
          text={t('app.empty.transfer.text')}
          action={
            <ButtonLink small kind="soft" to="/records">
              {t('app.empty.seeRecords')}
            </ButtonLink>
          }
        />
      </main>
    </>
  );
}
