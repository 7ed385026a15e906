import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { openSheet } from '../lib/sheets.ts';
import { useServerNow } from '../lib/use-server-now.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './Withdrawals.module.css';
import type { Form } from './withdrawals.ts';

type Thing = Form['missing'][number];
const icons: Record<Thing, IconName> = { identity: 'id', trade_password: 'key', lock: 'lock', balance: 'deposit' };

/** All that stands in the way, at once and before anything is typed, each with the way to it. */
export function Missing({ form, onOver }: { form: Form; onOver: () => void }) {
  const { t } = useWords();
  if (form.missing.length === 0) return null;
  return (
    <Card pad className={styles.missing} aria-label={t('withdrawals.missing.title')}>
      <h2>{t('withdrawals.missing.title')}</h2>
      <ul>
        {form.missing.map((thing) => (
          <li key={thing}>
            <Icon name={icons[thing]} size={20} />
            <div className={styles.missingWords}>
              <b>{t(`withdrawals.missing.${thing}`)}</b>
              <What thing={thing} form={form} onOver={onOver} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function What({ thing, form, onOver }: { thing: Thing; form: Form; onOver: () => void }): ReactNode {
  const { t } = useWords();
  if (thing === 'lock') return <Lock lock={form.lock} onOver={onOver} />;
  if (thing === 'identity') {
    const waits = form.identity === 'under_review';
    return (
      <>
        <p>{t(waits ? 'withdrawals.missing.identityWaits' : 'withdrawals.missing.identityText')}</p>
        <ButtonLink small kind="soft" to="/user/cert">
          {t(waits ? 'withdrawals.missing.toReview' : 'withdrawals.missing.toIdentity')}
        </ButtonLink>
      </>
    );
  }
  if (thing === 'balance') {
    return (
      <>
        <p>{t('withdrawals.missing.balanceText')}</p>
        <ButtonLink small kind="soft" to="/pay/deposit">
          {t('titles.deposit')}
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <p>{t('withdrawals.missing.tradePasswordText')}</p>
      <Button small kind="soft" onClick={() => openSheet('tradePassword')}>
        {t('ui.setTradePassword')}
      </Button>
    </>
  );
}

const two = (part: number) => String(part).padStart(2, '0');

/** Counts the lock down. What is said aloud is its end, not each second. */
function Lock({ lock, onOver }: { lock: Form['lock']; onOver: () => void }) {
  const { t } = useWords();
  const until = lock?.until ? Date.parse(lock.until) : undefined;
  const now = useServerNow(until !== undefined);
  const left = until === undefined ? undefined : Math.max(0, Math.ceil((until - now) / 1000));
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (left === 0) over();
  }, [left]);
  if (lock?.until === null || left === undefined) return <p>{t('withdrawals.missing.lockWaiting')}</p>;
  const shown = `${two(Math.floor(left / 60))}:${two(left % 60)}`;
  return (
    <p>
      <Words k="withdrawals.missing.lockUntil" until={<TimeText at={lock!.until!} part="clear" />} />{' '}
      <span role="timer" className={styles.left} aria-label={t('withdrawals.missing.left', { left: shown })}>
        {shown}
      </span>
    </p>
  );
}
