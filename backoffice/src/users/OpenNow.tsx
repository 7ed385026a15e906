import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Link } from '@glasshouse/kit/router.tsx';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { showOpen } from '@glasshouse/protocol/backoffice/timeline';
import { useAsk } from '../lib/ask.ts';
import type { Answer } from '../lib/call.ts';
import { caseWord, kindIcon, useOpenQueues } from '../lib/kinds.ts';
import { useMay } from '../lib/session.ts';
import { ageWords, useNow } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import { Age } from '../ui/Age.tsx';
import { Money } from '../ui/Money.tsx';
import { Card } from '../ui/Page.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Blank } from '../ui/Table.tsx';
import styles from './Happened.module.css';

type Open = Answer<typeof showOpen>;
// Withdrawals have rows of their own.
const heldElsewhere = 'committed_withdrawals';

/** Open cases and withdrawals, requests for a second person, and money in orders and products. */
export function OpenNow({ number }: { number: string }) {
  const { t } = useWords();
  const open = useAsk(showOpen, { number }, { every: 10_000 });
  return (
    <Card title={t('openNow.title')}>
      <QueryState of={open} rows={3}>
        {(data) => <Rows open={data} />}
      </QueryState>
    </Card>
  );
}

function Rows({ open: { cases, withdrawals, requests, held } }: { open: Open }) {
  const { t } = useWords();
  const may = useMay();
  const opens = useOpenQueues();
  const now = useNow();
  const inOrders = held.filter(({ account }) => account !== heldElsewhere);
  if (cases.length + withdrawals.length + requests + inOrders.length === 0) return <Blank title={t('openNow.none')} />;
  return (
    <ul className={styles.list}>
      {cases.map(({ id, kind, submittedAt, claimedBy, agreedFirst, amount }) => (
        <li key={id} className={styles.row}>
          <Icon name={kindIcon(kind)} size={18} />
          <span className={styles.said}>
            {caseWord(kind)} {amount && <Money {...amount} />}
            {claimedBy && <small>{t('review.claimed', { name: claimedBy })}</small>}
            {agreedFirst && <small>{t('openNow.agreedFirst', { name: agreedFirst })}</small>}
          </span>
          <Age since={submittedAt} kind={kind} time={now} />
          {opens(kind) && (
            <Link className={styles.open} to={`/review/${kind}/${id}`}>
              {t('openNow.review')}
            </Link>
          )}
        </li>
      ))}
      {withdrawals.map(({ id, state, changedAt, amount }) => (
        <li key={id} className={styles.row}>
          <Icon name="withdraw" size={18} />
          <span className={styles.said}>
            {t('timeline.flows.withdraw')} <Money {...amount} />
            <small>{t(`movements.states.${state}`)}</small>
          </span>
          <Tag tone={state === 'frozen' ? 'error' : 'amber'} icon="clock">
            {ageWords(changedAt, now)}
          </Tag>
          {may('review.read') && (
            <Link className={styles.open} to={`/withdrawals?state=${state}`}>
              {t('openNow.see')}
            </Link>
          )}
        </li>
      ))}
      {requests > 0 && (
        <li className={styles.row}>
          <Icon name="shield" size={18} />
          <span className={styles.said}>{t('openNow.requests', { count: requests })}</span>
          <Link className={styles.open} to="/approvals">
            {t('openNow.see')}
          </Link>
        </li>
      )}
      {inOrders.map(({ account, amount }) => (
        <li key={`${account} ${amount.currency}`} className={styles.row}>
          <Icon name="contract" size={18} />
          <span className={styles.said}>{t(`books.account.${account}`)}</span>
          <Money {...amount} />
        </li>
      ))}
    </ul>
  );
}
