import { parseUnits } from '@glasshouse/protocol/money';
import { queueFilters, queueSorts } from '@glasshouse/protocol/review/office';
import { useEffect, useState } from 'react';
import { hasAmounts } from '../lib/kinds.ts';
import { useWords } from '../lib/words.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import type { View } from './case.ts';
import styles from './Review.module.css';

const pause = 250;
type QueueFiltersProps = { kind: string; view: View; onView: (view: View) => void };

/** Narrows a queue down and sorts it; what was decided has one order. */
export function QueueFilters({ kind, view, onView }: QueueFiltersProps) {
  const { t } = useWords();
  const [amount, setAmount] = useState(view.amountMin);
  const isWaiting = view.state === 'waiting';
  const text = amount.trim();
  const isAmount = text === '' || parseUnits(text, 'USDT') !== undefined;
  useEffect(() => {
    if (!isAmount || text === view.amountMin) return;
    const timer = setTimeout(() => onView({ ...view, amountMin: text }), pause);
    return () => clearTimeout(timer);
  }, [text, isAmount, view, onView]);
  const sorts = queueSorts.filter((sort) => sort !== 'amount' || hasAmounts(kind));
  const filters = queueFilters.filter((only) => only !== 'second' || (isWaiting && hasAmounts(kind)));
  return (
    <div className={styles.filters}>
      <SelectField
        label={t('review.filter')}
        hideLabel
        value={view.only ?? ''}
        onChange={(only) => onView({ ...view, only: queueFilters.find((each) => each === only) })}
      >
        <option value="">{t('review.filters.all')}</option>
        {filters.map((only) => (
          <option key={only} value={only}>
            {t(only === 'mine' && !isWaiting ? 'review.filters.mineDecided' : `review.filters.${only}`)}
          </option>
        ))}
      </SelectField>
      {isWaiting && (
        <SelectField
          label={t('review.sort')}
          hideLabel
          value={view.sort}
          onChange={(sort) => onView({ ...view, sort: queueSorts.find((each) => each === sort) ?? 'oldest' })}
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`review.sorts.${sort}`)}
            </option>
          ))}
        </SelectField>
      )}
      {isWaiting && hasAmounts(kind) && (
        <TextField
          label={t('review.amountMin')}
          hideLabel
          placeholder={t('review.amountMin')}
          inputMode="decimal"
          maxLength={20}
          error={isAmount ? undefined : t('ui.fieldWrong')}
          value={amount}
          onChange={setAmount}
        />
      )}
    </div>
  );
}
