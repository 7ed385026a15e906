import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useAccount } from '../lib/account.ts';
import { useWords } from '../lib/words.tsx';
import { showToast } from '../ui/toast.ts';
import { useDecision, verificationKey } from './verification.ts';

/** While a review is open, says on every other page how it ended. */
export function DecisionWatch() {
  const { t } = useWords();
  const queries = useQueryClient();
  const { refresh } = useAccount();
  const isHere = useLocation().pathname === '/user/cert';
  useDecision(true, (state) => {
    void refresh();
    void queries.invalidateQueries({ queryKey: verificationKey });
    if (isHere) return;
    showToast({
      kind: state === 'passed' ? 'success' : 'error',
      text: t(`identity.decided.${state}`),
      action: { label: t('ui.details'), to: '/user/cert' },
    });
  });
  return null;
}
