import type { ReactNode } from 'react';
import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from './Button.tsx';
import type { useConfirmation } from './use-confirmation.ts';

/** Stands where an act would be confirmed by a trade password that is not set yet. The form is there again afterwards, as it was typed. */
export function SetTradePassword({ className }: { className?: string | undefined }) {
  const { t } = useWords();
  return (
    <Button className={className} onClick={() => openSheet('tradePassword')}>
      {t('ui.setTradePassword')}
    </Button>
  );
}

type ConfirmButtonProps = {
  confirmation: ReturnType<typeof useConfirmation>;
  /** The id of the form that it sends. */
  form: string;
  busy: boolean;
  /** What stands in the way besides the confirmation, if anything. */
  obstacle?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** Sends an act of money once it is confirmed, and says what is missing; where there is no trade password yet, the way to set one. */
export function ConfirmButton({ confirmation, form, busy, obstacle, className, children }: ConfirmButtonProps) {
  const { isMissing, isHeld, hint } = confirmation;
  if (isMissing && !obstacle) return <SetTradePassword className={className} />;
  return (
    <Button
      type="submit"
      form={form}
      className={className}
      busy={busy}
      disabled={(isHeld || obstacle !== undefined) && !busy}
      hint={obstacle ?? hint}
    >
      {children}
    </Button>
  );
}
