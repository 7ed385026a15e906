import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';

export function TrustScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.trust')} onBack={useBack('/financial')} />
      <main>
        <Empty
          title={t('app.empty.trust.title')}
          text={t('app.empty.trust.text')}
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
