import { formatTime } from '@glasshouse/kit/format.ts';
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
import { Button } from '../ui/Button.tsx';
import { Money } from '../ui/Money.tsx';
import { Card } from '../ui/Page.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Blank } from '../ui/Table.tsx';
import styles from './Happened.module.css';
import { goTo, sectionOf } from './sections.ts';

type Open = Answer<typeof showOpen>;
// Withdrawals have their own rows.
const heldElsewhere = 'committed_withdrawals';

/** Open cases and withdrawals, requests for a second person, and money in orders and products. */
export function OpenNow({ number }: { number: string }) {
  const { t } = useWords();
  const open = useAsk(showOpen, { number }, { every: 10_000 });
  return (
    <Card
      title={
        <>
          {t('openNow.title')}{' '}
          {open.data && (
            <span aria-hidden="true" className={styles.count}>
              {countOf(open.data)}
            </span>
          )}
        </>
      }
    >
      <QueryState of={open} rows={3}>
        {(data) => <Rows open={data} />}
      </QueryState>
    </Card>
  );
}

const inOrdersOf = ({ held }: Open) => held.filter(({ account }) => account !== heldElsewhere);
const countOf = (open: Open) =>
  open.cases.length + open.withdrawals.length + (open.requests > 0 ? 1 : 0) + inOrdersOf(open).length;

function Rows({ open }: { open: Open }) {
  const { t } = useWords();
  const may = useMay();
  const opens = useOpenQueues();
  const now = useNow();
  const { cases, withdrawals, requests } = open;
  if (countOf(open) === 0) return <Blank title={t('openNow.none')} />;
  return (
    <ul className={styles.list}>
      {cases.map(({ id, kind, submittedAt, claimedBy, agreedFirst, frozen, amount }) => (
        <li key={id} className={styles.row}>
          <Icon name={kindIcon(kind)} size={18} />
          <span className={styles.said}>
            {caseWord(kind)} {amount && <Money {...amount} />}
            <small>{t('review.sent', { time: formatTime(submittedAt) })}</small>
            {claimedBy && <small>{t('review.claimed', { name: claimedBy })}</small>}
            {agreedFirst && <small>{t('openNow.agreedFirst', { name: agreedFirst })}</small>}
          </span>
          {frozen ? (
            <Tag tone="error" icon="lock">
              {t('movements.states.frozen')}
            </Tag>
          ) : (
            <Age since={submittedAt} kind={kind} time={now} />
          )}
          {opens(kind) && (
            <Link className={styles.open} to={`/review/${kind}/${id}`}>
              {t('openNow.review')}
            </Link>
          )}
        </li>
      ))}
      {withdrawals.map(({ id, case: about, state, changedAt, amount }) => (
        <li key={id} className={styles.row}>
          <Icon name="withdraw" size={18} />
          <span className={styles.said}>
            {t('timeline.flows.withdraw')} <Money {...amount} />
            <small>{t(`movements.states.${state}`)}</small>
          </span>
          <Tag tone={state === 'frozen' ? 'error' : 'amber'} icon="clock">
            {ageWords(changedAt, now)}
          </Tag>
          {opens('withdrawal') && (
            <Link className={styles.open} to={`/review/withdrawal/${about}`}>
              {t('withdrawals.openCase')}
            </Link>
          )}
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
      {inOrdersOf(open).map(({ account, amount }) => (
        <li key={`${account} ${amount.currency}`} className={styles.row}>
          <Icon name="contract" size={18} />
          <span className={styles.said}>{t(`books.account.${account}`)}</span>
          <Money {...amount} />
          {sectionOf[account] && (
            <Button kind="quiet" onClick={() => goTo(sectionOf[account]!)}>
              {t('openNow.see')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
