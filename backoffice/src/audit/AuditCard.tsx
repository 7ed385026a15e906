import { classes } from '@glasshouse/kit/classes.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { showAuditHead } from '@glasshouse/protocol/backoffice/audit';
import { useQuery } from '@tanstack/react-query';
import { useAsk } from '../lib/ask.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import styles from './AuditCard.module.css';
import { recompute, seenBefore } from './chain.ts';

/** The length and head of the log. Says "intact" only if this browser has recomputed every entry. */
export function AuditCard() {
  const { t } = useWords();
  const mayRead = useMay()('audit.read');
  const { data: head, dataUpdatedAt } = useAsk(showAuditHead, {}, { every: 10_000 });
  const chain = useQuery({
    queryKey: ['audit-chain', head?.head],
    queryFn: () => recompute(),
    enabled: mayRead && head !== undefined,
    placeholderData: (before) => before,
  });
  if (!head) return null;
  const cut = seenBefore(head, dataUpdatedAt);
  const brokenAt = chain.data?.brokenAt;
  const title = cut
    ? t('audit.cutShort')
    : brokenAt !== undefined
      ? t('audit.broken', { entry: brokenAt })
      : !mayRead
        ? t('audit.log')
        : chain.data
          ? t('audit.intact')
          : t('audit.recomputing');
  const bad = cut !== undefined || brokenAt !== undefined;
  return (
    <div className={classes(styles.card, bad && styles.broken)} role={bad ? 'alert' : undefined}>
      <span className={styles.title}>
        <Icon name={bad ? 'proofx' : 'proof'} size={16} />
        {title}
      </span>
      <small>
        {t('audit.card', { count: head.entries, head: `${head.head.slice(0, 4)}\u2060…\u2060${head.head.slice(-4)}` })}
      </small>
    </div>
  );
}
