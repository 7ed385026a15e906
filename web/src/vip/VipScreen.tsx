import { useAccount } from '../lib/account.ts';
import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';

export function VipScreen() {
  const { t } = useWords();
  const { user } = useAccount();
  return (
    <>
      <PageBar title={t('titles.vip')} onBack={useBack('/user')} />
      <main>
        <Empty
          title={t('app.empty.vip.title', { level: user?.vipLevel ?? 0 })}
          text={t('app.empty.vip.text')}
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
