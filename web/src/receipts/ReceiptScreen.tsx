import { perProduct } from '@glasshouse/protocol/orders/by-product';
import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import { useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { receiptChecked } from '../lib/first-steps.ts';
import { useParams } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { doubtText, useSlip } from '../trading/slips.ts';
import { useRead } from '../trading/waiting.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Note } from '../ui/Note.tsx';
import { useTapped } from '../ui/use-code.ts';
import { FileButton } from './FileButton.tsx';
import styles from './Receipt.module.css';
import { ReceiptPage } from './ReceiptPage.tsx';
import { useReceipt } from './receipt.ts';

/** The problems this device found when the order was accepted. Shown whether or not the receipt matches. */
function Doubts({ id }: { id: string }) {
  const { t } = useWords();
  const slip = useSlip(id);
  if (!slip?.doubts?.length) return null;
  return (
    <Note tone="error" role="alert" title={t('contract.doubts.title')}>
      {slip.doubts.map((doubt) => doubtText(doubt, slip)).join(' ')}
    </Note>
  );
}

/** Loads and opens the sheet for sharing a receipt. */
function ShareButton({ of, receipt }: { of: ProductName; receipt: AnyReceipt }) {
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

type Opened = { name: string; value: unknown };

/** The receipt of one of the user's orders, or a saved file. */
function ReceiptScreen({ of }: { of: ProductName }) {
  const { id = '' } = useParams();
  const { user } = useAccount();
  const [file, setFile] = useState<Opened>();
  useRead(id);
  return (
    <ReceiptPage
      asked={useReceipt(of, id, file === undefined)}
      file={file}
      whose="own"
      lead={file && <FromFile name={file.name} onClose={() => setFile(undefined)} />}
      doubts={(shown) => <Doubts id={shown ?? id} />}
      share={(receipt) => !file && <ShareButton of={of} receipt={receipt} />}
      acts={() => <FileButton onOpen={setFile} />}
      onMatch={() => user && receiptChecked(user.id)}
    />
  );
}

/** The screen of each product. */
export const receiptScreens = perProduct((of) => () => <ReceiptScreen of={of} />);

function FromFile({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useWords();
  return (
    <Note icon="upload">
      {t('receipt.fromFile', { name })}{' '}
      <button type="button" className={styles.link} onClick={onClose}>
        {t('receipt.backToOwn')}
      </button>
    </Note>
  );
}
