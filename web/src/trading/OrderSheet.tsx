import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Note } from '../ui/Note.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './Records.module.css';
import { type Side, SideTag } from './SideTag.tsx';

type OrderSheetProps = {
  order: { id: string; symbol: string; at: string; outcome: unknown };
  side: Side;
  /** How long it runs, and its current state. */
  life: string;
  state: string;
  footer: ReactNode;
  open: boolean;
  onClose: () => void;
  /** The agreed terms. */
  children: ReactNode;
};

/** The terms of an order that is open, or was a moment ago. */
export function OrderSheet({ order, side, life, state, footer, open, onClose, children }: OrderSheetProps) {
  const { t } = useWords();
  const { id, symbol, at, outcome } = order;
  return (
    <Sheet open={open} onClose={onClose} title={`${symbol}/USDT`} footer={footer}>
      <p className={styles.terms}>
        <SideTag side={side} />
        <span>{life}</span>
        <Tag>{state}</Tag>
      </p>
      <KeyValues>
        {children}
        <KeyValue label={t('orders.accepted')}>
          <TimeText at={at} />
        </KeyValue>
        <KeyValue label={t('orders.id')}>
          <code className={styles.id}>{id}</code>
        </KeyValue>
      </KeyValues>
      {outcome === null && <Note>{t('orders.settlesAnyway')}</Note>}
    </Sheet>
  );
}
