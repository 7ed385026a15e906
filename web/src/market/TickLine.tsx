import { classes } from '@glasshouse/kit/classes.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import type { Quote } from '@glasshouse/protocol/market/calls';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { useEffect, useState } from 'react';
import { useTape } from '../lib/quotes.ts';
import { serverNow } from '../lib/server-clock.ts';
import { useWords } from '../lib/words.tsx';
import { ReadPrice } from './ReadPrice.tsx';
import styles from './SymbolView.module.css';

/** The tick of the price, its source and its age. */
export function TickLine({ quote: { slot, symbol } }: { quote: Quote }) {
  const { t } = useWords();
  const paused = useTape((tape) => tape.paused !== undefined);
  const source = useTape((tape) => tape.source);
  const number = tickNumber(slot);
  return (
    <div className={styles.tick}>
      <span className={classes(styles.state, paused && styles.still)}>
        <i className={styles.dot} />
        {t(paused ? 'market.lastTick' : 'market.liveTick', { number })}
      </span>
      <span aria-hidden="true">
        <Age slot={slot} />
      </span>
      {isSource(source) && <span>{t(`tape.sources.${source}`)}</span>}
      <ReadPrice symbol={symbol} />
    </div>
  );
}

const isSource = (name: string): name is 'synthetic' | 'exchange' | 'replay' =>
  ['synthetic', 'exchange', 'replay'].includes(name);

/** Counts on between ticks, so that an old price looks old. */
function Age({ slot }: { slot: number }) {
  const { t } = useWords();
  const ageNow = () => Math.max(0, serverNow() - slot * slotMs);
  const [age, setAge] = useState(ageNow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new tick starts the count again
  useEffect(() => {
    setAge(ageNow());
    const timer = setInterval(() => setAge(ageNow()), 1000);
    return () => clearInterval(timer);
  }, [slot]);
  return t('market.age', { seconds: (age / 1000).toFixed(1) });
}
