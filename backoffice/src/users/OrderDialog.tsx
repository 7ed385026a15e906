import { formatExact, formatTime } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { showUserOrder } from '@glasshouse/protocol/backoffice/user-records';
import type { Order } from '@glasshouse/protocol/contracts/calls';
import type { Check } from '@glasshouse/protocol/orders/product';
import { checkEvidence, matches } from '@glasshouse/protocol/orders/receipt';
import { useQuery } from '@tanstack/react-query';
import { call, Refused, sentenceOf } from '../lib/call.ts';
import { useWords, type WordKey } from '../lib/words.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Fact, KeyValues } from '../ui/KeyValues.tsx';
import { Money } from '../ui/Money.tsx';
import { Note } from '../ui/Note.tsx';
import { Bones } from '../ui/Table.tsx';
import styles from './OrderDialog.module.css';

type OrderDialogProps = { number: string; order: Order; onClose: () => void };

/** One contract: its terms, its result, and whether this browser computes the same. */
export function OrderDialog({ number, order, onClose }: OrderDialogProps) {
  const { t } = useWords();
  const { direction, seconds, stake, returnBp, outcome, payout } = order;
  const tick = (at: Order['entry']) =>
    at ? `${formatExact(at.price)} · ${t('orders.tick', { number: tickNumber(at.slot) })}` : '–';
  return (
    <Dialog title={`${t('orders.one')} ${order.symbol}/USDT`} onClose={onClose}>
      <KeyValues
        pairs={[
          [t('ui.time'), formatTime(order.at)],
          [t('orders.side'), t(`orders.${direction}`)],
          [t('orders.period'), `${t('orders.seconds', { seconds })} · ${returnBp / 100} %`],
          [t('orders.entry'), tick(order.entry)],
          [t('orders.exit'), tick(order.exit)],
          [t('orders.result'), t(`orders.outcomes.${outcome ?? 'open'}`)],
        ]}
      >
        <Fact label={t('orders.stake')}>
          <Money amount={stake} currency="USDT" />
        </Fact>
        {payout !== null && (
          <Fact label={t('orders.payout')}>
            <Money amount={payout} currency="USDT" />
          </Fact>
        )}
        <Fact label={t('orders.id')}>
          <code className={styles.id}>{order.id}</code>
        </Fact>
      </KeyValues>
      {outcome === null ? <Note>{t('orders.open')}</Note> : <Recomputed number={number} id={order.id} />}
    </Dialog>
  );
}

function Recomputed({ number, id }: { number: string; id: string }) {
  const { t } = useWords();
  const found = useQuery({
    queryKey: [showUserOrder.path, number, id],
    queryFn: async () => checkEvidence(await call(showUserOrder, { number, id })),
    // A contract is sealed a few seconds after it has ended.
    retry: (failures, error) => failures < 10 && error instanceof Refused && error.reason === 'not_sealed',
    retryDelay: 1000,
  });
  if (found.isPending) return <Bones rows={2} />;
  if (found.error)
    return (
      <Note tone="error" role="alert">
        {sentenceOf(found.error)}
      </Note>
    );
  const good = matches(found.data);
  return (
    <Note tone={good ? 'ok' : 'error'} title={t(good ? 'orders.matches' : 'orders.differs')}>
      <ul className={styles.checks}>
        {found.data.checks.map((check) => (
          <li key={check.name}>
            <Icon name={check.ok ? 'check' : 'close'} size={16} /> {t(wordOf(check))}
          </li>
        ))}
      </ul>
    </Note>
  );
}

const wordOf = ({ name }: Check) => `orders.checks.${name}` as WordKey;
