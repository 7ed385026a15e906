import type { turnOffAuthenticator } from '@glasshouse/protocol/factors/calls';
import { call } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { showToast } from '../ui/toast.ts';
import { useFactorsChanged } from './calls.ts';
import { ProofForm } from './ProofForm.tsx';

/** Returns to logging in with the password alone. */
export function TurnOff() {
  const { t } = useWords();
  const changed = useFactorsChanged();
  return (
    <ProofForm
      asked
      danger
      about={t('factors.turnOffAbout')}
      submit={t('factors.turnOff')}
      send={async (proof) => {
        await call<typeof turnOffAuthenticator>('POST', '/index/user/turnOffAuthenticator', proof);
        showToast({ kind: 'success', text: t('factors.turnedOff') });
        await changed();
      }}
    />
  );
}
