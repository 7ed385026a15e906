import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';

export function AuditScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.audit')} onBack={useBack('/records')} />
      <main>
        <Empty
          title={t('app.empty.audit.title')}
          text={t('app.empty.audit.text')}
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
