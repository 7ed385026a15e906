import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';

export function AssetsScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.assets')} onBack={useBack('/user')} />
      <main>
        <Empty
          title={t('app.empty.assets.title')}
          text={t('app.empty.assets.text')}
          action={
            <ButtonLink small kind="soft" to="/helps/help#wallets">
              {t('app.empty.aboutWallets')}
            </ButtonLink>
          }
        />
      </main>
    </>
  );
}
