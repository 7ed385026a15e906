import { type ComponentProps, Suspense } from 'react';
import { useAccount } from '../lib/account.ts';
import type { ConfirmWay } from '../lib/confirm.ts';
import { lazily } from '../lib/lazily.ts';
import styles from './ActPassword.module.css';
import { TradePasswordField } from './TradePasswordField.tsx';

const words = ['security'] as const;
const OtherWays = lazily(async () => (await import('./OtherWays.tsx')).OtherWays, words);

type ActPasswordProps = Omit<ComponentProps<typeof TradePasswordField>, 'label'> & {
  way: ConfirmWay;
  onWay: (way: ConfirmWay) => void;
  /** For actions that also require the second factor: the only alternative is a passkey, which covers both. */
  strict?: boolean;
};

/**
 * The trade password field for moving money, or the alternative chosen instead. Without a trade password, says that one
 * is needed.
 */
export function ActPassword({ way, onWay, strict = false, ...field }: ActPasswordProps) {
  const { user } = useAccount();
  const isMissing = user?.tradePassword === false;
  return (
    <div className={styles.first} data-act-password>
      {way === 'tradePassword' && !isMissing && <TradePasswordField {...field} />}
      <Suspense>
        <OtherWays isMissing={isMissing} way={way} onWay={onWay} strict={strict} field={field} />
      </Suspense>
    </div>
  );
}
