import type { CSSProperties } from 'react';
import { useWords } from '../lib/words.tsx';
import styles from './AmountSlider.module.css';
import { placeOf, places, type Range, unitsAtPlace } from './sums.ts';

type AmountSliderProps = { range: Range; units: number; said: string; onChange: (units: number) => void };

/** A slider for the amount between the minimum and the maximum. */
export function AmountSlider({ range, units, said, onChange }: AmountSliderProps) {
  const { t } = useWords();
  const place = placeOf(units, range);
  return (
    <input
      type="range"
      className={styles.slider}
      style={{ '--at': place / places } as CSSProperties}
      aria-label={t('wealth.slider')}
      aria-valuetext={said}
      min={0}
      max={places}
      step={range.most - range.least < 50 ? 1 : 10}
      value={place}
      onChange={(event) => onChange(unitsAtPlace(Number(event.currentTarget.value), range))}
    />
  );
}
