import type { IdentityEvent } from '@glasshouse/protocol/identity/calls';
import { useEffect, useEffectEvent } from 'react';
import { useAccount } from '../lib/account.ts';
import { useLocation } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { showToast } from '../ui/toast.ts';
import { useDecision, useVerification } from './verification.ts';

/** While a review is open, announces its result on every other page, also after an absence. */
export function DecisionWatch() {
  const { t } = useWords();
  const { refresh } = useAccount();
  const { data, refetch } = useVerification();
  const isHere = useLocation().pathname === '/user/cert';
  useDecision(true, () => void refetch());
  const tell = useEffectEvent((state: IdentityEvent['state']) => {
    refresh().catch(() => {});
    if (isHere) return;
    showToast({
      kind: state === 'passed' ? 'success' : 'error',
      text: t(`identity.decided.${state}`),
      action: { label: t('ui.details'), to: '/user/cert' },
    });
  });
  const state = data?.state;
  useEffect(() => {
    if (state === 'passed' || state === 'rejected') tell(state);
  }, [state]);
  return null;
}
