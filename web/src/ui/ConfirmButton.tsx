import type { ReactNode } from 'react';
import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from './Button.tsx';
import type { useConfirmation } from './use-confirmation.ts';

/** Replaces the confirmation while no trade password is set. The form keeps its input. */
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
  /** The id of the form it submits. */
  form: string;
  busy: boolean;
  /** The reason why the action isn't possible, apart from the confirmation, if any. */
  obstacle?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/**
 * Submits a form that moves money once it is confirmed, and says what is missing. Without a trade password, links to
 * setting one.
 */
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
