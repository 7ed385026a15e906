import { perProduct } from '@glasshouse/protocol/orders/by-product';
import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import { useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { receiptChecked } from '../lib/first-steps.ts';
import { useParams } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { useRead } from '../trading/waiting.ts';
import { Note } from '../ui/Note.tsx';
import { Doubts } from './Doubts.tsx';
import { FileButton } from './FileButton.tsx';
import styles from './Receipt.module.css';
import { ReceiptPage } from './ReceiptPage.tsx';
import { useReceipt } from './receipt.ts';
import { ShareButton } from './ShareButton.tsx';

type Opened = { name: string; value: unknown };

/** The receipt of one of the user's orders, or a file from before. */
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
