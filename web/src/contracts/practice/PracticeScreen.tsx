import { Fragment } from 'react';
import { useBack } from '../../lib/back.ts';
import { useNavigate } from '../../lib/router.tsx';
import { useWords } from '../../lib/words.tsx';
import { contractPractice } from '../../trading/practice/contracts.ts';
import { optionPractice } from '../../trading/practice/options.ts';
import { forgetPractice } from '../../trading/practice/order-results.ts';
import { PracticeOptionRow } from '../../trading/practice/PracticeOptionRow.tsx';
import { PracticeSignUp } from '../../trading/practice/PracticeSignUp.tsx';
import { practiceReceipt } from '../../trading/practice/store.ts';
import { spotPractice } from '../../trading/practice/trades.ts';
import records from '../../trading/Records.module.css';
import { TradeRow } from '../../trading/TradeRow.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { PageBar } from '../../ui/PageBar.tsx';
import { List } from '../../ui/Row.tsx';
import { ContractRow } from '../records/ContractRow.tsx';

/** The practice orders of all products on this device, newest first. */
export function PracticeScreen() {
  const { t } = useWords();
  const back = useBack();
  const navigate = useNavigate();
  const rows = [
    ...contractPractice.useAll().map(({ order }) => ({
      id: order.id,
      row: <ContractRow order={order} receipt={practiceReceipt(order)} onOpen={() => void navigate('/contract')} />,
    })),
    ...optionPractice.useAll().map(({ order }) => ({ id: order.id, row: <PracticeOptionRow order={order} /> })),
    ...spotPractice
      .useAll()
      .map(({ order }) => ({ id: order.id, row: <TradeRow order={order} receipt={practiceReceipt(order)} /> })),
  ].toSorted((a, b) => (a.id < b.id ? 1 : -1));
  return (
    <>
      <PageBar title={t('titles.practice')} onBack={back} />
      <main className={records.page}>
        {rows.length === 0 ? (
          <Empty
            title={t('contract.practice.none')}
            text={t('contract.practice.noneText')}
            action={
              <ButtonLink small kind="soft" to="/contract">
                {t('orders.toContracts')}
              </ButtonLink>
            }
          />
        ) : (
          <>
            <Card>
              <List>
                {rows.map(({ id, row }) => (
                  <Fragment key={id}>{row}</Fragment>
                ))}
              </List>
            </Card>
            <PracticeSignUp />
            <Button small kind="line" icon="trash" onClick={forgetPractice}>
              {t('contract.practice.remove')}
            </Button>
          </>
        )}
      </main>
    </>
  );
}
