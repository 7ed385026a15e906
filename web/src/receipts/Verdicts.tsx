import { matches, restingOn } from '@glasshouse/protocol/orders/receipt';
import { Refused, sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Progress } from '../ui/Progress.tsx';
import { Verdict } from '../ui/Verdict.tsx';
import styles from './Receipt.module.css';
import type { Check } from './use-check.ts';

/** The current state of recomputing. */
export function Recomputed({ check }: { check: Check }) {
  const { t } = useWords();
  if (check.state === 'unable')
    return <Verdict state="unable" title={t('tape.unable')} text={t('receipt.unableText')} />;
  if (check.state === 'busy') {
    const { done, all } = check;
    const seals = all > 0 && t('receipt.seal', { done, all });
    return (
      <Verdict
        state="busy"
        title={t('tape.checking')}
        text={
          <span className={styles.progress}>
            {seals || t('receipt.loading')}
            <Progress label={t('tape.checking')} percent={all > 0 ? (100 * done) / all : 0} />
          </span>
        }
      />
    );
  }
  const { checked, milliseconds: ms } = check;
  const count = checked.checks.length;
  const right = checked.checks.filter(({ name, ok }) => ok && !restingOn(checked.checks, name)).length;
  const holds = matches(checked);
  return (
    <Verdict
      state={holds ? 'ok' : 'wrong'}
      title={t('tape.recomputed')}
      result={t(holds ? 'tape.matches' : 'tape.differs')}
      text={t('tape.checked', { right, count, ms })}
    />
  );
}

/** Reasons that will pass in a moment, and permanent ones. */
const waiting = ['not_ended', 'not_sealed', 'not_logged'] as const;
const missing = ['not_found', 'tape_gone'] as const;

/** Says what is awaited. */
export function Waiting({ for: what }: { for: (typeof waiting)[number] }) {
  const { t } = useWords();
  return <Verdict state="busy" title={t(`receipt.waiting.${what}.title`)} text={t(`receipt.waiting.${what}.text`)} />;
}

type CannotLoadProps = { error: unknown; what: 'own' | 'shared' | 'keys'; busy: boolean; onRetry: () => void };

/** There is nothing to recompute yet, or no longer. */
export function CannotLoad({ error, what, busy, onRetry }: CannotLoadProps) {
  const { t } = useWords();
  const reason = error instanceof Refused ? error.reason : undefined;
  const waits = waiting.find((each) => each === reason);
  // An address without a valid order id is refused as bad input.
  const lacks = reason === 'bad_input' ? 'not_found' : missing.find((each) => each === reason);
  if (!error) return <Verdict state="busy" title={t('receipt.loading')} />;
  if (waits) return <Waiting for={waits} />;
  if (lacks === 'not_found' && what === 'shared')
    return <Verdict state="missing" title={t('receipt.shared.gone.title')} text={t('receipt.shared.gone.text')} />;
  if (lacks)
    return (
      <Verdict state="missing" title={t(`receipt.missing.${lacks}.title`)} text={t(`receipt.missing.${lacks}.text`)} />
    );
  return (
    <Verdict
      state="unreached"
      title={t(what === 'keys' ? 'receipt.keysFailed' : 'receipt.failed')}
      text={`${t('tape.failedText')} ${sentenceOf(error)}`}
      action={
        <Button small kind="soft" busy={busy} onClick={onRetry}>
          {t('ui.tryAgain')}
        </Button>
      }
    />
  );
}
