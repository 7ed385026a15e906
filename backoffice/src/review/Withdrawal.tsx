import { classes } from '@glasshouse/kit/classes.ts';
import { formatExact, formatTime } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { subtractDecimal } from '@glasshouse/protocol/decimal';
import { readReviewDocument } from '@glasshouse/protocol/review/office';
import { routine } from '@glasshouse/protocol/security/kinds';
import {
  type Background,
  background,
  backgroundDocument,
  payeeDetails,
  payeeDocument,
} from '@glasshouse/protocol/withdrawals/office';
import { useAsk } from '../lib/ask.ts';
import { deviceWords } from '../lib/names.ts';
import { useWords } from '../lib/words.tsx';
import { Fact, KeyValues } from '../ui/KeyValues.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Blank } from '../ui/Table.tsx';
import { readJson } from './CaseParts.tsx';
import { Payee } from './Payee.tsx';
import styles from './Withdrawal.module.css';

/** Shows security changes, the payee, the account and its log-ins for review. Opens once the case is claimed. */
export function Withdrawal({ id, open }: { id: string; open: boolean }) {
  const { t } = useWords();
  const payee = useAsk(readReviewDocument, { id, name: payeeDocument }, { enabled: open });
  const known = useAsk(readReviewDocument, { id, name: backgroundDocument }, { enabled: open });
  if (!open) return <Blank title={t('review.claimToRead')} />;
  return (
    <div className={styles.panes}>
      <QueryState of={known} rows={2}>
        {({ base64 }) => <Changes known={background.parse(readJson(base64))} />}
      </QueryState>
      <section aria-label={t('withdrawals.payee')}>
        <h2>{t('withdrawals.payee')}</h2>
        <QueryState of={payee} rows={4}>
          {({ base64 }) => <Payee details={payeeDetails.parse(readJson(base64))} />}
        </QueryState>
      </section>
      <section aria-label={t('withdrawals.background')}>
        <h2>{t('withdrawals.background')}</h2>
        <QueryState of={known} rows={8}>
          {({ base64 }) => <WithdrawalFacts known={background.parse(readJson(base64))} />}
        </QueryState>
      </section>
      <QueryState of={known} rows={2}>
        {({ base64 }) => <LogIns known={background.parse(readJson(base64))} />}
      </QueryState>
    </div>
  );
}

type Event = Background['security'][number];

function WithdrawalFacts({ known }: { known: Background }) {
  const { t } = useWords();
  const { withdrawal, counted, person, today, history } = known;
  const sums = ({ count, usdt, cny }: Background['history']['paid']) =>
    t('withdrawals.sums', { count, usdt: formatExact(usdt), cny: formatExact(cny) });
  return (
    <KeyValues
      pairs={[
        [t('withdrawals.counted'), `${formatExact(counted)} USDT`],
        [
          t('withdrawals.usedToday'),
          t('withdrawals.ofDay', { used: formatExact(today.used), day: formatExact(today.day) }),
        ],
        [t('withdrawals.state'), t(`movements.states.${withdrawal.state}`)],
      ]}
    >
      <Fact label={t('withdrawals.identity')}>
        <Tag tone={person.identity === 'passed' ? 'ok' : 'error'}>{t(`withdrawals.identities.${person.identity}`)}</Tag>
        {person.frozen && <Tag tone="error">{t('withdrawals.accountFrozen')}</Tag>}
      </Fact>
      <Fact label={t('withdrawals.registered')}>{formatTime(person.registeredAt)}</Fact>
      <Fact label={t('withdrawals.score')}>{person.creditScore}</Fact>
      <Fact label={t('withdrawals.toppedUp')}>{sums(history.toppedUp)}</Fact>
      <Fact label={t('withdrawals.paid')}>{sums(history.paid)}</Fact>
      <Fact label={t('withdrawals.net')}>{formatExact(subtractDecimal(history.toppedUp.usdt, history.paid.usdt))}</Fact>
      <Fact label={t('withdrawals.refused')}>{history.refused}</Fact>
      <Fact label={t('withdrawals.others_open')}>{history.open}</Fact>
    </KeyValues>
  );
}

const isRoutine = ({ kind }: Event) => routine.some((each) => each === kind);

/** Changes that may be a reason to reject the withdrawal. */
function Changes({ known: { security } }: { known: Background }) {
  const { t } = useWords();
  const changes = security.filter((event) => !isRoutine(event));
  return (
    <section className={classes(styles.across, styles.changes)} aria-label={t('withdrawals.changes')}>
      <h2>{t('withdrawals.changes')}</h2>
      {changes.length === 0 ? <p>{t('withdrawals.noChanges')}</p> : <Events events={changes} />}
    </section>
  );
}

function LogIns({ known: { security } }: { known: Background }) {
  const { t } = useWords();
  const logIns = security.filter(isRoutine);
  return (
    <section className={styles.across} aria-label={t('withdrawals.logIns')}>
      <h2>{t('withdrawals.logIns')}</h2>
      {logIns.length === 0 ? <p>{t('withdrawals.noLogIns')}</p> : <Events events={logIns} />}
    </section>
  );
}

function Events({ events }: { events: readonly Event[] }) {
  const { t } = useWords();
  return (
    <ul className={styles.events}>
      {events.map(({ at, kind, device, times }) => (
        <li key={`${at} ${kind}`}>
          <b>
            {t(`withdrawals.kinds.${kind}`)}
            {times > 1 && ` ${t('timeline.times', { count: times })}`}
          </b>
          <small>{formatTime(at)}</small>
          <small className={styles.device} title={device}>
            <bdi>{deviceWords(device)}</bdi>
          </small>
        </li>
      ))}
    </ul>
  );
}
