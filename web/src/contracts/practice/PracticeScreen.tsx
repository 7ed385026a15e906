import { useBack } from '../../lib/back.ts';
import { useWords } from '../../lib/words.tsx';
import { KeepOn } from '../../trading/practice/KeepOn.tsx';
import { forgetPractice, usePractice } from '../../trading/practice/kept.ts';
import records from '../../trading/Records.module.css';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { PageBar } from '../../ui/PageBar.tsx';
import { PracticeRows } from './PracticeRows.tsx';

/** The practice orders that this device keeps: a memory, of a visitor and of whoever has an account since. */
export function PracticeScreen() {
  const { t } = useWords();
  const back = useBack();
  const orders = usePractice();
  return (
    <>
      <PageBar title={t('titles.practice')} onBack={back} />
      <main className={records.page}>
        {orders.length === 0 ? (
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
              <PracticeRows orders={orders} />
            </Card>
            <KeepOn />
            <Button small kind="line" icon="trash" onClick={forgetPractice}>
              {t('contract.practice.remove')}
            </Button>
          </>
        )}
      </main>
    </>
  );
}
