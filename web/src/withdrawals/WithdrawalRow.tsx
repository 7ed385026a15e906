import { formatTime } from '@glasshouse/kit/format.ts';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { Figures } from '../ui/Figures.tsx';
import { Money } from '../ui/Money.tsx';
import { Row } from '../ui/Row.tsx';
import { StateTag } from '../ui/StateTag.tsx';
import type { Summary } from './withdrawals.ts';

/** One withdrawal in the list: amount, method and state. */
export function WithdrawalRow({ withdrawal: { id, state, way, currency, amount, at } }: { withdrawal: Summary }) {
  const { t } = useWords();
  const hidden = useHidden();
  return (
    <Row
      to={`/pay/record/${id}`}
      icon={way === 'bank' ? 'doc' : 'withdraw'}
      title={way === 'bank' ? t('withdrawals.to.bank') : way}
      sub={formatTime(at, 'time')}
      value={
        <Figures below={<StateTag state={state} />}>
          <Money amount={amount} currency={currency} hidden={hidden} />
        </Figures>
      }
    />
  );
}
