import { renewRecoveryCodes, showSelf } from '@glasshouse/protocol/operators/session';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Note } from '../ui/Note.tsx';
import { Card, Line } from '../ui/Page.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** The number of unused codes, and a way to create new ones. */
export function Recovery({ left }: { left: number }) {
  const { t } = useWords();
  const [codes, setCodes] = useState<readonly string[]>();
  const [asking, setAsking] = useState(false);
  return (
    <Card padded title={t('session.codes')}>
      <p>{t('self.codesLeft', { count: left })}</p>
      <Line>
        <Button onClick={() => setAsking(true)}>{t('self.renew')}</Button>
      </Line>
      {asking && (
        <ActDialog
          endpoint={renewRecoveryCodes}
          title={t('self.renewTitle')}
          about={t('self.renewAbout')}
          submit={t('self.renew')}
          danger
          noReason
          body={() => ({})}
          changes={[showSelf]}
          onDone={({ recoveryCodes }) => {
            setAsking(false);
            setCodes(recoveryCodes);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {codes && <NewCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  );
}

/** The new codes. Closing before confirming that they are saved asks first. */
function NewCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useWords();
  const [leaving, setLeaving] = useState(false);
  return (
    <Dialog title={t('session.codes')} onClose={() => setLeaving(true)}>
      {leaving && (
        <Note tone="error" role="alert">
          <p>{t('self.unsaved')}</p>
          <Line>
            <Button onClick={() => setLeaving(false)}>{t('self.backToCodes')}</Button>
            <Button kind="error" onClick={onClose}>
              {t('self.closeUnsaved')}
            </Button>
          </Line>
        </Note>
      )}
      <p>{t('session.codesAbout')}</p>
      <RecoveryCodes codes={codes} onKept={onClose} />
    </Dialog>
  );
}
