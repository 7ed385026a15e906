import { formatTime, placesOf } from '@glasshouse/kit/format.ts';
import type { IconName } from '@glasshouse/kit/Icon.tsx';
import type { Flow } from '@glasshouse/protocol/movements/arrows';
import { readLabel } from '@glasshouse/protocol/records/label';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { Figures } from '../ui/Figures.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Money } from '../ui/Money.tsx';
import { Row } from '../ui/Row.tsx';
import { StateTag } from '../ui/StateTag.tsx';
import { type MoneyRecord, signedAmount } from './records.ts';

export const flowIcons: Record<Flow, IconName> = {
  recharge: 'deposit',
  withdraw: 'withdraw',
  transfer: 'user',
  receive: 'user',
  upgrade: 'vip',
  refund: 'vip',
  move: 'transfer',
  exchange: 'refresh',
};
/** The text of a label. */
export function useLabel(): (record: Pick<MoneyRecord, 'flow' | 'label' | 'member'>) => string {
  const { t } = useWords();
  return ({ flow, label: text, member }) => {
    if (member) return member;
    const label = readLabel(flow, text);
    if (label.is === 'plain') return label.text;
    if (label.is === 'pair') return t('records.fromTo', { from: label.from, to: label.to });
    if (label.is === 'wallets')
      return t('records.fromTo', { from: t(`assets.wallets.${label.from}`), to: t(`assets.wallets.${label.to}`) });
    return t(`records.labels.${label.is}`);
  };
}

/** One record: kind, time, method, amount and state. */
export function RecordRow({ record }: { record: MoneyRecord }) {
  const { t } = useWords();
  const label = useLabel();
  const hidden = useHidden();
  const { amount, signed } = signedAmount(record);
  const time = formatTime(record.at, 'time');
  return (
    <Row
      to={`/records/${record.id}`}
      lead={<Mark icon={flowIcons[record.flow]} />}
      title={t(`records.flows.${record.flow}`)}
      sub={record.label === 'member' && !record.member ? time : `${time} · ${label(record)}`}
      value={
        <Figures below={<StateTag state={record.state} />}>
          <Money
            amount={amount}
            currency={record.currency}
            decimals={placesOf(record.amount)}
            signed={signed}
            hidden={hidden}
          />
        </Figures>
      }
    />
  );
}
