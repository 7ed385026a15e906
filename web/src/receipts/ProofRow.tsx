import { Tag } from '@glasshouse/kit/Tag.tsx';
import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Coin } from '../ui/Coin.tsx';
import { Row } from '../ui/Row.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { agreedText, checkTitle } from './products/registry.tsx';
import type { Proof } from './proofs.ts';
import { receiptPath } from './receipt.ts';

const looks = {
  matches: { tone: 'ok', icon: 'check', word: 'tape.right' },
  differs: { tone: 'error', icon: 'close', word: 'tape.wrong' },
  unchecked: { tone: 'amber', icon: 'info', word: 'receipt.proofs.notChecked' },
} as const;

/** One order and whether its receipt matches, with a link to the receipt. */
export function ProofRow({ proof }: { proof: Proof }) {
  const { t } = useWords();
  const { of, state } = proof;
  const { product, order } = of;
  const { tone, icon, word } = looks[state];
  return (
    <Row
      to={receiptPath(product, order.id)}
      lead={<Coin symbol={order.symbol} size={36} />}
      title={`${order.symbol} · ${agreedText(product, order)}`}
      sub={
        <>
          <TimeText at={order.at} part="clear" />
          {state === 'differs' && ` · ${proof.wrong.map((name) => checkTitle(name, product)).join(', ')}`}
          {state === 'unchecked' && ` · ${proof.why ? sentenceOf(proof.why) : t('tape.unable')}`}
        </>
      }
      value={
        <Tag tone={tone} icon={icon}>
          {t(word)}
        </Tag>
      }
    />
  );
}
