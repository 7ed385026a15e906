import { formatExact } from '@glasshouse/kit/format.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { List, Row } from '../ui/Row.tsx';
import { StateTag } from '../ui/StateTag.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import type { Terms } from './deposits.ts';

/** Top-ups that wait for a decision, or for another receipt. */
export function OpenTopUps({ open }: Pick<Terms, 'open'>) {
  const { t } = useWords();
  if (open.length === 0) return null;
  return (
    <Card>
      <List label={t('deposits.open')}>
        {open.map(({ id, amount, network, state, at }) => (
          <Row
            key={id}
            to={`/pay/deposit/${id}`}
            title={`${formatExact(amount)} USDT`}
            sub={
              <>
                {network} · <TimeText at={at} part="clear" />
              </>
            }
            value={<StateTag state={state} />}
          />
        ))}
      </List>
    </Card>
  );
}
