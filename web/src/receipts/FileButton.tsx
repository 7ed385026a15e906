import { useRef } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { readReceipt } from './receipt.ts';

/** Opens a saved receipt. It is read on this device and sent nowhere. */
export function FileButton({ onOpen }: { onOpen: (file: { name: string; value: unknown }) => void }) {
  const { t } = useWords();
  const input = useRef<HTMLInputElement>(null);
  async function open(file: File | undefined) {
    if (!file) return;
    onOpen(await readReceipt(file));
    window.scrollTo(0, 0);
  }
  return (
    <>
      <Button small kind="soft" icon="upload" onClick={() => input.current?.click()}>
        {t('receipt.openFile')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('receipt.openFile')}
        onChange={(event) => {
          void open(event.target.files?.[0]);
          // Allows the same file to be chosen again after a change.
          event.target.value = '';
        }}
      />
    </>
  );
}
