import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { useTapped } from '../ui/use-code.ts';

/** Opens what it takes to show a receipt to others. */
export function ShareButton({ of, receipt }: { of: ProductName; receipt: AnyReceipt }) {
  const { t } = useWords();
  const [open, setOpen] = useState<boolean>();
  const close = () => setOpen(false);
  const ShareSheet = useTapped(open === true, async () => (await import('./ShareSheet.tsx')).ShareSheet, close);
  return (
    <>
      <IconButton icon="share" size={20} label={t('receipt.share.title')} onClick={() => setOpen(true)} />
      {ShareSheet && open !== undefined && <ShareSheet of={of} receipt={receipt} open={open} onClose={close} />}
    </>
  );
}
