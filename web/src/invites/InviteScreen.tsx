import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';

export function InviteScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.invite')} onBack={useBack('/user')} />
      <main>
        <Empty
          title={t('app.empty.invite.title')}
          text={t('app.empty.invite.text')}
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
