import { factorWaits } from '@glasshouse/protocol/security/confirm';
import { useServerNow } from '../lib/use-server-now.ts';
import { useWords, Words } from '../lib/words.tsx';
import { TimeText } from '../ui/TimeText.tsx';

/** Shown before a passkey or an authenticator app is added: when it can confirm payments. */
export function WaitsToConfirm() {
  const { t } = useWords();
  return t('factors.waits', { hours: factorWaits.hours });
}

const waits = factorWaits.hours * 3_600_000;

/** When a passkey or an authenticator app can confirm payments, until it can. */
export function ConfirmsFrom({ addedAt }: { addedAt: string }) {
  const from = Date.parse(addedAt) + waits;
  const isNew = useServerNow(true) < from;
  return isNew && <Words k="factors.confirmsFrom" time={<TimeText at={from} part="clear" />} />;
}
