import { useSearchParams } from '../../lib/router.tsx';
import { useWords } from '../../lib/words.tsx';
import { RecordsFrame } from '../../trading/RecordsFrame.tsx';
import { useOrderSheet } from '../../trading/use-order-sheet.tsx';
import { OptionRow } from './OptionRow.tsx';
import { choiceIn, useOrders } from './orders.ts';
import { useFilters } from './use-filters.ts';

/** Every option of the user. */
export function OptionRecordsScreen() {
  const { t } = useWords();
  const choice = choiceIn(useSearchParams()[0]);
  const list = useOrders(choice);
  const { open, sheet } = useOrderSheet(list, async () => (await import('./OptionSheet.tsx')).OptionSheet);
  return (
    <>
      <RecordsFrame
        title={t('titles.optionRecords')}
        tab="option"
        results={{ to: '/options/results', about: t('option.toResults') }}
        choice={choice}
        filters={useFilters(choice)}
        list={list}
        nothing={{
          title: t('option.emptyTitle'),
          text: t('orders.emptyText'),
          action: { label: t('option.toOptions'), to: '/options' },
        }}
      >
        {(order) => <OptionRow order={order} onOpen={() => open(order)} />}
      </RecordsFrame>
      {sheet}
    </>
  );
}
