import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { useLayer } from '../lib/layers.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from './Button.tsx';
import styles from './ConfirmDialog.module.css';

type ConfirmDialogProps = {
  open: boolean;
  title: ReactNode;
  text?: ReactNode;
  /** The label names the action: "End session", not "OK". */
  confirm: string;
  /** Cancel by default. */
  cancel?: string;
  onConfirm: () => void;
  onCancel: () => void;
  danger?: boolean;
  busy?: boolean;
};

/** Asks before an irreversible action. Only its two buttons, Escape and Back close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, confirm, cancel, onConfirm, onCancel, danger = false, busy = false } = props;
  const { t } = useWords();
  useLayer(open, onCancel);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => next || onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className={styles.scrim} />
        <AlertDialog.Viewport className={styles.viewport}>
          <AlertDialog.Popup className={styles.dialog}>
            <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
            {text && <AlertDialog.Description className={styles.text}>{text}</AlertDialog.Description>}
            <div className={styles.acts}>
              <AlertDialog.Close render={<Button kind="soft" small />}>{cancel ?? t('ui.cancel')}</AlertDialog.Close>
              <Button kind={danger ? 'error' : 'ink'} small busy={busy} onClick={onConfirm}>
                {confirm}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
