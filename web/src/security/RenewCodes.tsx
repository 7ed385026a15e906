import type { renewRecovery } from '@glasshouse/protocol/factors/calls';
import { call } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { ProofForm } from './ProofForm.tsx';

/** New recovery codes in place of the old ones. */
export function RenewCodes({ onRenewed }: { onRenewed: (codes: readonly string[]) => void }) {
  const { t } = useWords();
  return (
    <ProofForm
      asked
      about={t('factors.renewAbout')}
      submit={t('factors.renew')}
      send={async (proof) => {
        const done = await call<typeof renewRecovery>('POST', '/index/user/renewRecovery', proof);
        onRenewed(done.recoveryCodes);
      }}
    />
  );
}
