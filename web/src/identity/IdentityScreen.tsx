import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';

export function IdentityScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.identity')} onBack={useBack('/user')} />
      <main>
        <Empty
          title={t('app.empty.identity.title')}
          text={t('app.empty.identity.text')}
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
