import { saveText } from '@glasshouse/kit/save-file.ts';
import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import { tickIn } from '@glasshouse/protocol/market/proof';
import { tickBytes } from '@glasshouse/protocol/market/tape';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Hash } from '../ui/Hash.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { marksOf } from './products/registry.tsx';
import styles from './Receipt.module.css';
import { fileOf, nameOf } from './receipt.ts';

type ManualCheckSheetProps = { receipt: AnyReceipt; open: boolean; onClose: () => void };

/** How to check the receipt without this site: with the verifier, or only with a shell. */
export function ManualCheckSheet({ receipt, open, onClose }: ManualCheckSheetProps) {
  const { t } = useWords();
  const { slip, runs } = receipt;
  const { publicKey } = runs.at(-1)!.checkpoint;
  const tick = handTick(receipt);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('receipt.byHand')}
      footer={
        <Button icon="download" onClick={() => saveText(fileOf(receipt))}>
          {t('receipt.save')}
        </Button>
      }
    >
      <ol className={styles.steps}>
        <li>{t('receipt.hand.save')}</li>
        <li>
          {t('receipt.hand.command')}
          <pre>{`npx glasshouse-verify receipt ${nameOf(receipt)} \\\n  --key ${publicKey} \\\n  --slip-key ${slip.publicKey}`}</pre>
        </li>
        <li>
          {t('receipt.hand.tick', { slot: tick.slot })}
          <pre>{`echo ${tick.bytes} | xxd -r -p | sha256sum`}</pre>
          {t('receipt.hand.prints')}
          <pre>{tick.hash}</pre>
        </li>
        <li>
          {t('receipt.hand.keys')}
          <KeyValues>
            <KeyValue label={t('receipt.fields.key')}>
              <Hash value={publicKey} label={t('receipt.fields.key')} />
            </KeyValue>
            <KeyValue label={t('receipt.fields.slipKey')}>
              <Hash value={slip.publicKey} label={t('receipt.fields.slipKey')} />
            </KeyValue>
          </KeyValues>
        </li>
      </ol>
    </Sheet>
  );
}

/** The first deciding tick, or the head if there is none, with the bytes that its seal is the hash of. */
function handTick(receipt: AnyReceipt) {
  const { symbol, before, ticks } = receipt.runs[0]!;
  const wanted = marksOf(receipt)[0]?.slot ?? receipt.order.headSlot;
  const place = Math.max(
    0,
    ticks.findIndex(({ slot }) => slot === wanted),
  );
  const tick = ticks[place]!;
  const previous = fromHex(ticks[place - 1]?.hash ?? before);
  return { ...tick, bytes: toHex(tickBytes(previous, tickIn(symbol, tick))) };
}
