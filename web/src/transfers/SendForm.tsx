import { formatExact } from '@glasshouse/kit/format.ts';
import { compareDecimal, subtractDecimal, tidyDecimal } from '@glasshouse/protocol/decimal';
import { useRef, useState } from 'react';
import { useDraft } from '../lib/draft.ts';
import { useHidden } from '../lib/hidden.ts';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { ActionBar } from '../ui/ActionBar.tsx';
import { AmountField } from '../ui/AmountField.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { MoneyProblem } from '../ui/MoneyProblem.tsx';
import { Note } from '../ui/Note.tsx';
import { Step } from '../ui/Step.tsx';
import { ConfirmSheet } from './ConfirmSheet.tsx';
import { PasswordSetting } from './PasswordSetting.tsx';
import { isBlocked, SendingBlocked } from './SendingBlocked.tsx';
import { type Payee, type Sending, type SentTransfer, useFits, useSend } from './sending.ts';
import styles from './Transfers.module.css';
import { Who } from './Who.tsx';

/** Says who can receive transfers and what others can do. Above the form, so that it is read before typing. */
function Receivers({ level }: { level: number }) {
  const { t } = useWords();
  return (
    <Note icon="vip" title={t('transfers.receivers.title')}>
      {t('transfers.receivers.text')} {level === 0 && t('transfers.receivers.you')}{' '}
      <Link className={styles.levels} to="/user/vip">
        {t('transfers.receivers.upgrade')}
      </Link>
    </Note>
  );
}

type SendFormProps = { sending: Sending; fund: string; onDone: (done: SentTransfer) => void };

/** The payee, the amount and how the transfer is confirmed. */
export function SendForm({ sending, fund, onDone }: SendFormProps) {
  const { t } = useWords();
  const hidden = useHidden();
  const [payee, setPayee] = useState<Payee>();
  const [confirmed, setConfirmed] = useState(false);
  const draft = useDraft('transfer', { amount: '' });
  const { amount: typed } = draft.typed;
  const [tried, setTried] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const who = useRef<HTMLDivElement>(null);
  const act = useSend((done) => {
    draft.forget();
    onDone(done);
  });

  const amount = typed !== '' && compareDecimal(typed, '0') > 0 ? tidyDecimal(typed) : undefined;
  const isAmount =
    amount !== undefined && compareDecimal(amount, sending.least) >= 0 && compareDecimal(amount, fund) <= 0;
  const fits = useFits(confirmed ? payee : undefined, isAmount ? amount : undefined);
  const after = isAmount ? tidyDecimal(subtractDecimal(fund, amount)) : undefined;
  const blocked = isBlocked(sending);
  const tooMuch = fits === false && amount ? t('transfers.notFits', { amount: formatExact(amount) }) : undefined;
  const hint = act.isLost
    ? t('ui.lineLost')
    : blocked
      ? t('transfers.blocked.first')
      : !payee
        ? t('transfers.enterAccount')
        : !confirmed
          ? t('transfers.sayRight')
          : !isAmount
            ? t('transfers.enterAmount')
            : fits === 'checking'
              ? t('transfers.checking')
              : fits === false
                ? tooMuch
                : t('transfers.final');
  // If the check fails to load, the transfer itself is checked when it is sent.
  const isReady =
    !blocked && payee !== undefined && confirmed && isAmount && fits !== 'checking' && fits !== false && !act.isLost;

  const found = (next: Payee | undefined) => {
    setPayee(next);
    setConfirmed(false);
    if (!act.isPending) act.reset();
  };
  const press = () => {
    setTried(true);
    if (!isReady) return who.current?.querySelector('input')?.focus();
    if (sending.needsPassword) setOpen(true);
    else act.start({ account: payee.account, token: payee.token, amount });
  };
  return (
    <div className={styles.form}>
      {blocked ? <SendingBlocked sending={sending} /> : !payee && <Receivers level={sending.level} />}
      <Step number={1} title={t('transfers.who')}>
        <Who
          field={who}
          payee={payee}
          confirmed={confirmed}
          amount={isAmount ? amount : undefined}
          fits={fits}
          missing={tried}
          onFound={found}
          onConfirm={() => setConfirmed(true)}
        />
      </Step>
      <Step
        number={2}
        title={t('transfers.howMuch')}
        aside={t('transfers.fund', { amount: hidden ? '••••' : formatExact(fund) })}
      >
        <AmountField
          // Sighted users read the same in the heading above.
          label={<span className="vh">{t('transfers.howMuch')}</span>}
          name="amount"
          currency="USDT"
          decimals={6}
          min={sending.least}
          balance={fund}
          aside={false}
          value={typed}
          error={hidden && amount && compareDecimal(amount, fund) > 0 ? t('transfers.notEnough') : tooMuch}
          onChange={(next) => {
            draft.change({ amount: next });
            if (!act.isPending) act.reset();
          }}
        />
        {payee && after !== undefined && (
          <Card pad className={styles.sums}>
            <KeyValues>
              <KeyValue label={t('transfers.receives', { name: payee.name })} note={t('transfers.atOnce')}>
                {formatExact(amount!)} USDT
              </KeyValue>
              <KeyValue
                label={t('transfers.after')}
                note={hidden ? undefined : `${formatExact(fund)} − ${formatExact(amount!)}`}
              >
                {hidden ? '••••' : formatExact(after)} USDT
              </KeyValue>
            </KeyValues>
          </Card>
        )}
      </Step>
      <Step number={3} title={t('transfers.how')}>
        <PasswordSetting sending={sending} />
      </Step>
      {!isOpen && (
        <MoneyProblem
          error={act.error}
          unsure={!act.isPending && isReady && act.isUnsure({ account: payee.account, token: payee.token, amount })}
          unanswered={t('transfers.unanswered')}
        />
      )}
      <ActionBar note={hint}>
        <Button busy={act.isPending && !isOpen} disabled={!isReady && !act.isPending} onClick={press}>
          {isAmount ? t('transfers.send', { amount: formatExact(amount) }) : t('transfers.sendNothing')}
        </Button>
      </ActionBar>
      {payee && isAmount && (
        <ConfirmSheet
          open={isOpen}
          payee={payee}
          amount={amount}
          fund={fund}
          act={act}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
