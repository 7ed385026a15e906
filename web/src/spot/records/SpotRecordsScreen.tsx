import { sides } from '@glasshouse/protocol/spot/terms';
import { useSearchParams } from '../../lib/router.tsx';
import { useWords } from '../../lib/words.tsx';
import { coinFilter } from '../../trading/Filters.tsx';
import { RecordsFrame } from '../../trading/RecordsFrame.tsx';
import { TradeRow } from '../../trading/TradeRow.tsx';
import { receiptPath } from '../FilledSheet.tsx';
import { choiceIn, useOrders } from '../spot.ts';

/** All of the user's spot orders. */
export function SpotRecordsScreen() {
  const { t } = useWords();
  const choice = choiceIn(useSearchParams()[0]);
  const side = {
    name: 'side' as const,
    title: t('orders.filter.direction'),
    value: choice.side,
    options: sides.map((value) => ({ value, label: t(`spot.did.${value}`) })),
  };
  return (
    <RecordsFrame
      title={t('titles.spotRecords')}
      tab="spot"
      choice={choice}
      filters={[coinFilter(choice.symbol), side]}
      list={useOrders(choice)}
      nothing={{
        title: t('spot.records.empty'),
        text: t('spot.none'),
        action: { label: t('titles.spot'), to: '/spot' },
      }}
    >
      {(order) => <TradeRow order={order} receipt={receiptPath(order.id)} />}
    </RecordsFrame>
  );
}
