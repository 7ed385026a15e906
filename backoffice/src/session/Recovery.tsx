import { renewRecoveryCodes, showSelf } from '@glasshouse/protocol/operators/session';
import { useState } from 'react';
import { useAct } from '../lib/act.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Card, Line } from '../ui/Page.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** How many codes are left, and a way to make new ones. */
export function Recovery({ left }: { left: number }) {
  const { t } = useWords();
  const [codes, setCodes] = useState<readonly string[]>();
  const renew = useAct(renewRecoveryCodes, {
    changes: [showSelf],
    onDone: ({ recoveryCodes }) => setCodes(recoveryCodes),
  });
  return (
    <Card padded title={t('session.codes')}>
      <p>{t('self.codesLeft', { count: left })}</p>
      <Line>
        <Button busy={renew.isPending} onClick={() => renew.mutate({})}>
          {t('self.renew')}
        </Button>
      </Line>
      {codes && (
        <Dialog title={t('session.codes')} onClose={() => setCodes(undefined)}>
          <p>{t('session.codesAbout')}</p>
          <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
        </Dialog>
      )}
    </Card>
  );
}
