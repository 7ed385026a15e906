import type { ComponentProps } from 'react';
import { useAccount } from '../lib/account.ts';
import { type ConfirmWay, useOtherWays } from '../lib/confirm.ts';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import styles from './ActPassword.module.css';
import { Button } from './Button.tsx';
import { FactorCodeField } from './FactorCodeField.tsx';
import { Note } from './Note.tsx';
import { TradePasswordField, tradePasswordDigits } from './TradePasswordField.tsx';

type ActPasswordProps = Omit<ComponentProps<typeof TradePasswordField>, 'label'> & {
  way: ConfirmWay;
  onWay: (way: ConfirmWay) => void;
  /** For acts that take the second factor too: of what can stand in, only a passkey is both. */
  strict?: boolean;
};

/** The trade password that an act of money takes, or what confirms in its place; where there is none yet, that it is needed. */
export function ActPassword({ way, onWay, strict = false, ...field }: ActPasswordProps) {
  const { t } = useWords();
  const { user } = useAccount();
  if (user?.tradePassword === false) return <Note icon="key">{t('ui.tradePasswordNone')}</Note>;
  return (
    <div className={styles.first}>
      {way === 'tradePassword' && <TradePasswordField {...field} />}
      {way === 'appCode' && (
        <FactorCodeField
          digits
          autoFocus
          label={t('ui.appCode')}
          {...field}
          name="appCode"
          onChange={(text) => field.onChange(text.normalize('NFKC').replace(/\D/g, '').slice(0, tradePasswordDigits))}
        />
      )}
      {way === 'passkey' && (
        <Note icon="key" role="status">
          {t('ui.passkeyNext')}
        </Note>
      )}
      <OtherWays way={way} onWay={onWay} strict={strict} />
    </div>
  );
}

function OtherWays({ way, onWay, strict }: Required<Pick<ActPasswordProps, 'way' | 'onWay' | 'strict'>>) {
  const { t } = useWords();
  const found = useOtherWays();
  if (!found) return null;
  const ways = found.filter((other) => !strict || other === 'passkey');
  if (ways.length === 0)
    return (
      <p className={styles.forgotten}>
        {t('ui.tradePasswordForgotten')} <Link to="/user/security">{t('titles.security')}</Link>
      </p>
    );
  const others = (['tradePassword', ...ways] as const).filter((other) => other !== way);
  return (
    <div className={styles.ways}>
      {others.map((other) => (
        <Button key={other} small kind="soft" onClick={() => onWay(other)}>
          {t(`ui.confirmBy.${other}`)}
        </Button>
      ))}
    </div>
  );
}
