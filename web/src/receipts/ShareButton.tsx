import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { useTapped } from '../ui/use-code.ts';
import type { ProductName } from './receipt.ts';

/** Opens what it takes to show a receipt to others. */
export function ShareButton({ of, receipt }: { of: ProductName; receipt: AnyReceipt }) {
  const { t } = useWords();
  const [open, setOpen] = useState<boolean>();
  const close = () => setOpen(false);
  const ShareSheet = useTapped(open === true, async () => (await import('./ShareSheet.tsx')).ShareSheet, close);
  return (
    <>
      <Button small kind="soft" icon="share" onClick={() => setOpen(true)}>
        {t('receipt.share.title')}
      </Button>
      {ShareSheet && open !== undefined && <ShareSheet of={of} receipt={receipt} open={open} onClose={close} />}
    </>
  );
}
