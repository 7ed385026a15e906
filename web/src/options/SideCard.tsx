import type { Coin } from '@glasshouse/protocol/market/coins';
import { useWords } from '../lib/words.tsx';
import { shareText } from '../trading/percents.ts';
import { Payoff } from './Payoff.tsx';
import { costInCents, type Facts, payoffDataOf, priceText } from './quote-facts.ts';
import styles from './Ticket.module.css';

/** The outcomes of one side: its chart, its break-even price, and how often it gains. */
export function SideCard({ facts, coin }: { facts: Facts; coin: Coin }) {
  const { t } = useWords();
  const { side } = facts.option;
  const even = priceText(facts.breakEven, coin);
  const words = { side: t(`option.${side}`), premium: costInCents(facts.premium), price: even };
  return (
    <div className={styles.side}>
      <Payoff small data={payoffDataOf(facts, coin)} label={t(`option.picture.${side}`, words)} />
      <dl>
        <div>
          <dt>{t(`option.gains.${side}`)}</dt>
          <dd>{even}</dd>
        </div>
        <div>
          <dt>{t('option.chance')}</dt>
          <dd>{shareText(facts.chance)}</dd>
        </div>
      </dl>
    </div>
  );
}
