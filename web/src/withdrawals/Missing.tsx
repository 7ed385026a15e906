import type { IconName } from '@glasshouse/kit/Icon.tsx';
import type { ReactNode } from 'react';
import { openSheet } from '../lib/sheets.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { Obstacle, Obstacles, TimeLeft } from '../ui/Obstacles.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import type { Form } from './withdrawals.ts';

type Thing = Form['missing'][number];
const icons: Record<Thing, IconName> = { identity: 'id', trade_password: 'key', lock: 'lock', balance: 'deposit' };

/** Everything that prevents a withdrawal, shown together before the user types anything, each with its remedy. */
export function Missing({ form, onOver }: { form: Form; onOver: () => void }) {
  const { t } = useWords();
  if (form.missing.length === 0) return null;
  // While withdrawals are locked, nothing else helps.
  if (form.missing.includes('lock')) return <Locked lock={form.lock} onOver={onOver} />;
  return (
    <Obstacles title={t('withdrawals.missing.title')}>
      {form.missing.map((thing) => (
        <Obstacle key={thing} icon={icons[thing]} title={t(`withdrawals.missing.${thing}`)}>
          <What thing={thing} form={form} />
        </Obstacle>
      ))}
    </Obstacles>
  );
}

function What({ thing, form }: { thing: Thing; form: Form }): ReactNode {
  const { t } = useWords();
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

type LockedProps = { lock: Form['lock']; onOver: () => void };

/** Says that withdrawals are locked, and until when. */
function Locked({ lock, onOver }: LockedProps) {
  const { t } = useWords();
  return (
    <Note tone="amber" icon="lock" title={t('withdrawals.missing.lock')}>
      <Lock lock={lock} onOver={onOver} />
    </Note>
  );
}

/** Counts the lock down. Screen readers announce its end, not each second. */
function Lock({ lock, onOver }: LockedProps) {
  const { t } = useWords();
  if (!lock?.until) return t('withdrawals.missing.lockWaiting');
  return (
    <>
      <Words k="withdrawals.missing.lockUntil" until={<TimeText at={lock.until} part="clear" />} />{' '}
      <TimeLeft until={lock.until} labelOf={(left) => t('withdrawals.missing.left', { left })} onOver={onOver} />
    </>
  );
}
