import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';

export function PledgeScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.pledge')} onBack={useBack('/financial')} />
      <main>
        <Empty
          title={t('app.empty.pledge.title')}
          text={t('app.empty.pledge.text')}
          action={
            <ButtonLink small kind="soft" to="/helps/help">
              {t('app.empty.readHelp')}
            </ButtonLink>
          }
        />
      </main>
    </>
  );
}
