import { clockKinds, queueFilters, queueSorts } from '@glasshouse/protocol/review/office';
import { useTyped } from '../lib/choices.ts';
import { hasAmounts } from '../lib/kinds.ts';
import { useWords, type WordKey } from '../lib/words.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { isAmountMin, isFilterOf, isOfTwoPeople, type View } from './case.ts';
import styles from './Review.module.css';

type QueueFiltersProps = { kind: string; view: View; onView: (view: View) => void };

/** The filters by number of people have the names of the tags in the rows. */
function filterWord(only: NonNullable<View['only']>, isWaiting: boolean): WordKey {
  if (only === 'two') return 'review.people.nobody';
  if (only === 'second') return 'review.people.colleague';
  return only === 'mine' && !isWaiting ? 'review.filters.mineDecided' : `review.filters.${only}`;
}

/** Filters and sorts a queue. Decided cases are always sorted by time. */
export function QueueFilters({ kind, view, onView }: QueueFiltersProps) {
  const { t } = useWords();
  const isWaiting = view.state === 'waiting';
  const [amount, setAmount] = useTyped(view.amountMin, (amountMin) => onView({ ...view, amountMin }), isAmountMin);
  const sorts = queueSorts.filter((sort) => sort !== 'amount' || hasAmounts(kind));
  const filters = queueFilters.filter(
    (only) =>
      isFilterOf(only, view.state) &&
      (!isOfTwoPeople(only) || hasAmounts(kind)) &&
      (only !== 'automatic' || clockKinds.some((each) => each === kind)),
  );
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
            {t(filterWord(only, isWaiting))}
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
          error={isAmountMin(amount.trim()) ? undefined : t('ui.fieldWrong')}
          value={amount}
          onChange={setAmount}
        />
      )}
    </div>
  );
}
