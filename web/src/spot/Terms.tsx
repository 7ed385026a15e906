import { formatDecimal } from '@glasshouse/kit/format.ts';
import { worthOf } from '@glasshouse/protocol/spot/settle';
import { useWords } from '../lib/words.tsx';
import { spreadText } from '../trading/percents.ts';
import { Card } from '../ui/Card.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { costOfBoth, priceWithSpread } from './amounts.ts';
import styles from './Spot.module.css';
import { amountText, type Ticket } from './use-ticket.ts';

/** The result of the order at the current price. The next tick decides, so all figures are approximate. */
export function Terms({ ticket }: { ticket: Ticket }) {
  const { t } = useWords();
  const { quote, price, side, given, received, gives, gets, unit, coin, rules } = ticket;
  if (!quote || price === undefined) return null;
  const spread = spreadText(rules.spreadBp);
  const last = formatDecimal(price, coin.decimals);
  const at = formatDecimal(priceWithSpread(quote), coin.decimals);
  const [gift, gain] = [amountText(given, gives), amountText(received, gets)];
  const usdt = side === 'buy' ? given : worthOf(coin.id, given, quote.price);
  return (
    <Card className={styles.terms}>
      <KeyValues>
        <KeyValue label={t('spot.price')} note={t('spot.afterOrder')}>
          {t('spot.nextTick')}
        </KeyValue>
        <KeyValue label={t('spot.spread', { spread })} note={`${last} ${side === 'buy' ? '+' : '−'} ${spread}`}>
          {t('spot.about', { amount: at })}
        </KeyValue>
        {unit !== gives && <KeyValue label={t('spot.give')}>{given > 0n ? `${gift} ${gives}` : '–'}</KeyValue>}
        <KeyValue
          label={<b className={styles.strong}>{t('spot.receive')}</b>}
          note={given > 0n ? `${gift} ${side === 'buy' ? '÷' : '×'} ${at}` : undefined}
        >
          <span className={styles.gain}>{given > 0n ? `≈ ${gain}` : '–'}</span>{' '}
          <span className={styles.unit}>{gets}</span>
        </KeyValue>
        <KeyValue label={t('spot.both')} note={t('spot.standsStill')}>
          {given > 0n ? t('spot.costs', { amount: `${formatDecimal(costOfBoth(quote, usdt))} USDT` }) : '–'}
        </KeyValue>
      </KeyValues>
    </Card>
  );
}
