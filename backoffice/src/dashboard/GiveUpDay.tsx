import { listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { giveUpDay } from '@glasshouse/protocol/market/office';
import { useState } from 'react';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';

/** Requests to give up a day that can no longer be computed. Only for roles that may ask for it. */
export function GiveUpDay({ day }: { day: string }) {
  const { t } = useWords();
  const may = useMay();
  const [asking, setAsking] = useState(false);
  if (!may('tape.giveUp')) return null;
  return (
    <>
      <Button kind="error" onClick={() => setAsking(true)}>
        {t('dashboard.giveUp')}
      </Button>
      {asking && (
        <ActDialog
          endpoint={giveUpDay}
          title={t('dashboard.giveUpTitle', { day })}
          about={t('dashboard.giveUpMeans')}
          submit={t('dashboard.giveUp')}
          danger
          body={(reason) => ({ day, reason })}
          changes={[listApprovals]}
          done={t('approvals.waiting')}
          onClose={() => setAsking(false)}
        >
          {() => <Note tone="amber">{t('dashboard.giveUpWhen')}</Note>}
        </ActDialog>
      )}
    </>
  );
}
