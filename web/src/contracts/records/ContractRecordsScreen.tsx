import { useSearchParams } from '../../lib/router.tsx';
import { useWords } from '../../lib/words.tsx';
import { contractPractice } from '../../trading/practice/contracts.ts';
import { RecordsFrame, useOrderSheet } from '../../trading/RecordsFrame.tsx';
import { Row } from '../../ui/Row.tsx';
import { ContractRow } from './ContractRow.tsx';
import { choiceIn, useOrders } from './orders.ts';
import { useFilters } from './use-filters.ts';

/** All of the user's contracts. */
export function ContractRecordsScreen() {
  const { t } = useWords();
  const choice = choiceIn(useSearchParams()[0]);
  const list = useOrders(choice);
  const practised = contractPractice.useAll().length > 0;
  const { open, sheet } = useOrderSheet(list, async () => (await import('./ContractSheet.tsx')).ContractSheet);
  return (
    <>
      <RecordsFrame
        title={t('titles.contractRecords')}
        tab="contract"
        results={{ to: '/contract/results', about: t('orders.toResults') }}
        more={
          practised && (
            <Row
              icon="phone"
              title={t('titles.practice')}
              sub={t('contract.practice.memory')}
              to="/contract/practice"
            />
          )
        }
        choice={choice}
        filters={useFilters(choice)}
        list={list}
        nothing={{
          title: t('orders.emptyTitle'),
          text: t('orders.emptyText'),
          action: { label: t('orders.toContracts'), to: '/contract' },
        }}
      >
        {(order) => <ContractRow order={order} onOpen={() => open(order)} />}
      </RecordsFrame>
      {sheet}
    </>
  );
}
