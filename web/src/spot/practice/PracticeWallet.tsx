import { useWords } from '../../lib/words.tsx';
import { PracticeSignUp } from '../../trading/practice/PracticeSignUp.tsx';
import { practiceReceipt } from '../../trading/practice/store.ts';
import { spotPractice, usePracticeWallet } from '../../trading/practice/trades.ts';
import { TradeRow } from '../../trading/TradeRow.tsx';
import { Card } from '../../ui/Card.tsx';
import { List } from '../../ui/Row.tsx';
import { Wallet, WalletHead } from '../Holdings.tsx';

const max = 3;

/** A visitor's practice wallet on this device, and the latest trades. */
export function PracticeWallet() {
  const { t } = useWords();
  const data = usePracticeWallet();
  const trades = spotPractice.useAll();
  return (
    <section aria-labelledby="spot-wallet">
      <WalletHead title={t('titles.practice')} data={data} />
      <Wallet data={data} records="/contract/practice" />
      {trades.length > 0 && (
        <>
          <Card>
            <List>
              {trades.slice(0, max).map(({ order }) => (
                <TradeRow key={order.id} order={order} receipt={practiceReceipt(order)} />
              ))}
            </List>
          </Card>
          <PracticeSignUp to="/spot" />
        </>
      )}
    </section>
  );
}
