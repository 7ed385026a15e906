import type { ComponentProps } from 'react';
import { type ConfirmWay, useOtherWays } from '../lib/confirm.ts';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import styles from './ActPassword.module.css';
import { Button } from './Button.tsx';
import { FactorCodeField } from './FactorCodeField.tsx';
import { Note } from './Note.tsx';
import { type TradePasswordField, tradePasswordDigits } from './TradePasswordField.tsx';

export type OtherWaysProps = {
  /** There is no trade password yet. */
  isMissing: boolean;
  way: ConfirmWay;
  onWay: (way: ConfirmWay) => void;
  strict: boolean;
  field: Pick<ComponentProps<typeof TradePasswordField>, 'value' | 'error' | 'onChange'>;
};

/** The confirmation chosen instead of the trade password, and the available alternatives. */
export function OtherWays({ isMissing, way, onWay, strict, field }: OtherWaysProps) {
  const { t } = useWords();
  const { value, error, onChange } = field;
  if (isMissing) return <Note icon="key">{t('security.confirm.none')}</Note>;
  return (
    <>
      {way === 'appCode' && (
        <FactorCodeField
          digits
          autoFocus
          label={t('security.confirm.code')}
          name="appCode"
          value={value}
          error={error}
          onChange={(text) => onChange(text.normalize('NFKC').replace(/\D/g, '').slice(0, tradePasswordDigits))}
        />
      )}
      {way === 'passkey' && (
        <Note icon="key" role="status">
          {t('security.confirm.passkeyNext')}
        </Note>
      )}
      <Choices way={way} onWay={onWay} strict={strict} />
    </>
  );
}

function Choices({ way, onWay, strict }: Omit<OtherWaysProps, 'field' | 'isMissing'>) {
  const { t } = useWords();
  const found = useOtherWays();
  if (!found) return null;
  const ways = found.filter((other) => !strict || other === 'passkey');
  if (ways.length === 0)
    return (
      <p className={styles.forgotten}>
        {t('security.confirm.forgotten')} <Link to="/user/security">{t('titles.security')}</Link>
      </p>
    );
  const others = (['tradePassword', ...ways] as const).filter((other) => other !== way);
  return (
    <div className={styles.ways}>
      {others.map((other) => (
        <Button key={other} small kind="soft" onClick={() => onWay(other)}>
          {t(`security.confirm.by.${other}`)}
        </Button>
      ))}
    </div>
  );
}
