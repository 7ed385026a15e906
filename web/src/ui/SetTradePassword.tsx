import type { ComponentProps } from 'react';
import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from './Button.tsx';

/** Stands where an act would be confirmed by a trade password that is not set yet. The form is there again afterwards, as it was typed. */
export function SetTradePassword(props: Pick<ComponentProps<typeof Button>, 'className'>) {
  const { t } = useWords();
  return (
    <Button {...props} onClick={() => openSheet('tradePassword')}>
      {t('ui.setTradePassword')}
    </Button>
  );
}
