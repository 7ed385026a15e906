import type { ComponentProps } from 'react';
import { useAccount } from '../lib/account.ts';
import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import styles from './ActPassword.module.css';
import { Button } from './Button.tsx';
import { Note } from './Note.tsx';
import { TradePasswordField } from './TradePasswordField.tsx';

/** The trade password that an act of money takes, or the way to set one where there is none yet. */
export function ActPassword(props: ComponentProps<typeof TradePasswordField>) {
  const { t } = useWords();
  const { user } = useAccount();
  if (user?.tradePassword !== false) return <TradePasswordField {...props} />;
  return (
    <div className={styles.first}>
      <Note icon="key">{t('ui.tradePasswordNone')}</Note>
      <Button kind="soft" onClick={() => openSheet('tradePassword')}>
        {t('ui.setTradePassword')}
      </Button>
    </div>
  );
}
