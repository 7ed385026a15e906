import { isRule } from '@glasshouse/protocol/contracts/settle';
import { useAccount } from '../lib/account.ts';
import { useRules } from '../lib/rules.ts';
import { useWords } from '../lib/words.tsx';
import { ErrorState, LoadFailed } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { OwnTicket } from './OwnTicket.tsx';
import { PracticeTicket } from './practice/PracticeTicket.tsx';
import styles from './Ticket.module.css';

/** The ticket for the current user or visitor, once the terms are loaded. */
export function TicketPanel({ symbol }: { symbol: string }) {
  const { t } = useWords();
  const { user } = useAccount();
  const { data: rules, error, isFetching, refetch } = useRules();
  if (rules && !isRule(rules.rule))
    return (
      <ErrorState
        title={t('contract.ruleUnknown')}
        text={t('contract.ruleUnknownText')}
        onRetry={() => window.location.reload()}
      />
    );
  if (rules)
    return user ? <OwnTicket symbol={symbol} rules={rules} /> : <PracticeTicket symbol={symbol} rules={rules} />;
  if (error) {
    return (
      <LoadFailed
        of={{ error, isFetching, refetch }}
        title={t('contract.rulesFailed')}
        text={t('contract.rulesFailedText')}
      />
    );
  }
  return (
    <div className={styles.ticket} aria-hidden="true">
      <Skeleton height={50} radius={12} />
      <Skeleton height={48} radius={12} />
      <Skeleton height={54} radius={12} />
    </div>
  );
}
