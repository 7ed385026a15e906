import { readTerms } from '@glasshouse/protocol/wealth/read-terms';
import { scheduleOf } from '@glasshouse/protocol/wealth/schedule';
import { useMemo, useState } from 'react';
import { Calculator } from './Calculator.tsx';
import { Conditions } from './Conditions.tsx';
import { Growth } from './Growth.tsx';
import { Offer } from './Offer.tsx';
import styles from './Product.module.css';
import { Subscribe } from './Subscribe.tsx';
import { rangeOf, textOf, unitsTyped } from './sums.ts';
import { useMinute } from './use-minute.ts';
import type { Product } from './wealth.ts';
import { useMoney } from './wealth.ts';

/** The terms of a product and their result for the chosen amount. Starts with the minimum. */
export function Calculation({ product, start }: { product: Product; start: number | undefined }) {
  const { terms: wire } = product;
  const range = rangeOf(product);
  const [typed, setTyped] = useState(() => textOf(wire, start ?? product.least));
  const money = useMoney();
  const now = useMinute();
  const units = unitsTyped(wire, typed);
  const fits = units !== undefined && units >= range.least && units <= range.most;
  const counted = fits ? units : product.least;
  const terms = useMemo(() => readTerms(wire), [wire]);
  const schedule = useMemo(() => scheduleOf(terms, BigInt(counted), now), [terms, counted, now]);
  const all = { product, terms, schedule, units: counted, fits, now };
  return (
    <>
      <div className={styles.column}>
        <Offer product={product} />
        <Calculator {...all} range={range} typed={typed} money={money} onType={setTyped} />
      </div>
      <div className={styles.column}>
        <Growth {...all} />
        <Conditions {...all} />
        <Subscribe {...all} money={money} />
      </div>
    </>
  );
}
