import { formatExact, placesOf } from '@glasshouse/kit/format.ts';
import { formatUsdt } from '@glasshouse/protocol/money';
import { useHidden } from '../lib/hidden.ts';
import { useSecondCurrency } from '../lib/second-currency.ts';
import { useWords, Words } from '../lib/words.tsx';
import { AmountField } from '../ui/AmountField.tsx';
import { Card } from '../ui/Card.tsx';
import { Money } from '../ui/Money.tsx';
import { SecondAmount } from '../ui/SecondAmount.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { AmountSlider } from './AmountSlider.tsx';
import { Day } from './Figure.tsx';
import styles from './Product.module.css';
import type { Calculated } from './sums.ts';
import { exactly, formulaOf, gained, plain, type Range, textOf, unitsTyped } from './sums.ts';
import type { Wallets } from './wealth.ts';

type CalculatorProps = Calculated & {
  range: Range;
  typed: string;
  money: Wallets | undefined;
  onType: (typed: string) => void;
};

/** An amount, its return with dates, and the formula. */
export function Calculator({ product, terms, schedule, units, fits, range, typed, money, onType }: CalculatorProps) {
  const { t } = useWords();
  const hidden = useHidden();
  const isMachine = terms.kind === 'machine';
  const isWhole = /\.00$/.test(product.terms.unit);
  const chosen = unitsTyped(product.terms, typed);
  const affordable = money && Number((money.wallet + money.fund) / terms.unit);
  const most = affordable !== undefined && affordable >= range.least ? Math.min(affordable, range.most) : range.most;
  return (
    <Card pad aria-labelledby="calculator">
      <div className={styles.cardHead}>
        <h2 id="calculator">{t('wealth.calculator')}</h2>
        {money && (
          <small>{t('wealth.inWallets', { amount: hidden ? '••••' : exactly(money.wallet + money.fund) })}</small>
        )}
      </div>
      <AmountField
        label={<span className="vh">{t(isMachine ? 'wealth.howMany' : 'wealth.howMuch')}</span>}
        name="amount"
        currency={isMachine ? t('wealth.machinesUnit') : 'USDT'}
        decimals={isMachine || isWhole ? 0 : 6}
        typed={6}
        min={textOf(product.terms, range.least)}
        max={textOf(product.terms, range.most)}
        maxNow={textOf(product.terms, most)}
        aside={false}
        help=""
        error={
          typed !== '' && chosen === undefined
            ? isMachine
              ? t('wealth.wholeMachines')
              : product.terms.unit === '1.00'
                ? t('wealth.wholeUsdt')
                : t('wealth.wholeUnits', { unit: formatExact(product.terms.unit) })
            : undefined
        }
        value={typed}
        onChange={onType}
      />
      <AmountSlider
        range={range}
        units={chosen ?? range.least}
        said={isMachine ? typed : `${plain(typed || '0')} USDT`}
        onChange={(next) => onType(textOf(product.terms, next))}
      />
      <div className={styles.ends}>
        <span>{t('wealth.least', { amount: plain(textOf(product.terms, range.least)) })}</span>
        <span>{t('wealth.most', { amount: plain(textOf(product.terms, range.most)) })}</span>
      </div>
      <Comes terms={terms} schedule={schedule} fits={fits} />
      <Sum terms={terms} schedule={schedule} units={units} fits={fits} />
    </Card>
  );
}

/**
 * The amount returned and when, and how much of it is income. Income paid daily is not part of the amount returned at
 * the end.
 */
function Comes({ terms, schedule, fits }: Pick<Calculated, 'terms' | 'schedule' | 'fits'>) {
  const { t } = useWords();
  const { amount, total, returned, endsAt } = schedule;
  const comes = formatUsdt(terms.kind === 'trust' ? returned : returned + total);
  const gain = terms.kind === 'machine' ? total - amount : total;
  return (
    <div className={styles.comes} role="status">
      <p className={styles.back}>
        <small>
          <Words
            k={terms.kind === 'machine' ? 'wealth.paidUntil' : 'wealth.backOn'}
            date={terms.kind === 'pledge' ? <TimeText at={endsAt} /> : <Day at={endsAt} />}
          />
        </small>
        {fits ? (
          <Money amount={comes} decimals={placesOf(comes)} currency="USDT" size="large" />
        ) : (
          <b className={styles.rests}>–</b>
        )}
      </p>
      <p className={styles.gain}>
        <small>{t(incomeWords[terms.kind])}</small>
        {fits ? (
          <b className={gain > 0n ? styles.up : gain < 0n ? styles.down : undefined}>{gained(gain)}</b>
        ) : (
          <b>–</b>
        )}
      </p>
    </div>
  );
}
const incomeWords = { trust: 'wealth.incomeDaily', pledge: 'wealth.income', machine: 'wealth.lessPrice' } as const;

/** A machine's income minus its price, shown wherever its income is. */
export function AfterPrice({ price, total }: { price: bigint; total: bigint }) {
  return useWords().t('wealth.gainAfterPrice', { amount: gained(total - price) });
}

/** The formula with all decimals, so that it can be recomputed by hand. */
function Sum({ terms, schedule, units, fits }: Omit<Calculated, 'product' | 'now'>) {
  const { t } = useWords();
  const { total, income } = schedule;
  const perDay = income[0]?.amount ?? 0n;
  const second = useSecondCurrency();
  return (
    <div className={styles.sum}>
      <p>
        {fits ? (
          <>
            {formulaOf(terms, units)} = <b>{exactly(total)}</b>
          </>
        ) : (
          '–'
        )}
      </p>
      <p>
        {terms.kind === 'pledge' ? t('wealth.once') : fits && t('wealth.daily', { amount: exactly(perDay) })}{' '}
        {fits && second && <Words k="wealth.inAll" amount={<SecondAmount usdt={formatUsdt(total)} />} />}
      </p>
      {terms.kind !== 'machine' && <p>{t(terms.kind === 'trust' ? 'wealth.rounded' : 'wealth.roundedDown')}</p>}
    </div>
  );
}
