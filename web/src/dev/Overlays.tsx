import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { TextField } from '../ui/TextField.tsx';
import { dismissToast, showToast, type ToastMessage } from '../ui/toast.ts';
import styles from './Gallery.module.css';
import { Group } from './Group.tsx';

const messages: (ToastMessage & { name: string })[] = [
  { name: 'Success', kind: 'success', text: 'Copied to clipboard' },
  { name: 'With action', kind: 'success', text: 'Purchase successful', action: { label: 'View', to: '/dev/ui' } },
  { name: 'Error', kind: 'error', text: 'Insufficient balance', action: { label: 'Deposit', to: '/dev/ui' } },
  { name: 'Default words', kind: 'error' },
  { name: 'Loading', kind: 'loading' },
  { name: 'Notice', kind: 'notice', text: 'A new version is ready', action: { label: 'Load it', to: '/dev/ui' } },
];

export function Overlays() {
  const [open, setOpen] = useState<'sheet' | 'confirm' | undefined>();
  const [text, setText] = useState('');
  const close = () => setOpen(undefined);
  return (
    <>
      <Group title="Sheet, ConfirmDialog">
        <div className={styles.line}>
          <Button small kind="soft" onClick={() => setOpen('sheet')}>
            Open sheet
          </Button>
          <Button small kind="soft" onClick={() => setOpen('confirm')}>
            Open dialog
          </Button>
        </div>
        <Sheet
          open={open === 'sheet'}
          onClose={close}
          title="Confirm Long"
          footer={<Button onClick={close}>Confirm Long · 100.00 USDT</Button>}
        >
          <KeyValues>
            {Array.from({ length: 3 }, (_, line) => (
              <KeyValue key={line} label={`Outcome ${line + 1}`}>
                100.00
              </KeyValue>
            ))}
          </KeyValues>
          <TextField label="Note" value={text} onChange={setText} />
        </Sheet>
        <ConfirmDialog
          open={open === 'confirm'}
          danger
          title="End this session?"
          text="The device has to log in again."
          confirm="End session"
          onConfirm={close}
          onCancel={close}
        />
      </Group>
      <Group title="Toast">
        <div className={styles.line}>
          {messages.map(({ name, ...message }) => (
            <Button key={name} small kind="soft" onClick={() => showToast(message)}>
              {name}
            </Button>
          ))}
          <Button small kind="line" onClick={() => dismissToast()}>
            Dismiss
          </Button>
        </div>
      </Group>
    </>
  );
}
