import { directionOf, formatDecimal } from '@glasshouse/kit/format.ts';
import { useEffect, useId, useState } from 'react';
import { quoteOf } from '../lib/quotes.ts';
import { useWords, t as words } from '../lib/words.tsx';
import styles from './SymbolView.module.css';

const every = 15_000;

function sentenceOf(symbol: string): string {
  const quote = quoteOf(symbol);
  if (!quote) return '';
  const percent = words('ui.percentWords', { value: formatDecimal(quote.change.replace('-', '')) });
  const key = { up: 'ui.upBy', down: 'ui.downBy', flat: 'ui.unchanged' } as const;
  const change = words(key[directionOf(quote.change)], { value: percent });
  return words('market.spoken', { symbol, price: formatDecimal(quote.price, quote.decimals), change });
}

/** Reads the price aloud when turned on, and then every 15 seconds. Individual ticks are never read. */
export function ReadPrice({ symbol }: { symbol: string }) {
  const { t } = useWords();
  const help = useId();
  const [on, setOn] = useState(false);
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    if (!on) return;
    const say = () => setSpoken(sentenceOf(symbol));
    say();
    const timer = setInterval(say, every);
    return () => clearInterval(timer);
  }, [on, symbol]);
  return (
    <>
      <button
        type="button"
        className={styles.read}
        aria-pressed={on}
        aria-describedby={help}
        onClick={() => setOn(!on)}
      >
        {t('market.readPrice')}
      </button>
      <small id={help} className={on ? styles.readHelp : 'vh'}>
        {t('market.readPriceHelp')}
      </small>
      <span className="vh" role="status">
        {on && spoken}
      </span>
    </>
  );
}
