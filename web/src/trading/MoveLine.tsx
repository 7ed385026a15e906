import { formatMoney } from '@glasshouse/kit/format.ts';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { KeyValue } from '../ui/KeyValues.tsx';

/** What comes from Funding, among the terms of an order that is shown once more. */
export function MoveLine({ move }: { move: string | undefined }) {
  const { t } = useWords();
  const hidden = useHidden();
  if (!move) return null;
  return (
    <KeyValue label={t('contract.confirm.move')} note={t('contract.confirm.moveWhy')}>
      {hidden ? '••••' : formatMoney(move)} USDT
    </KeyValue>
  );
}
