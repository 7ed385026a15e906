import { formatDecimal, formatWhole } from '@glasshouse/kit/format.ts';
import { readTerms } from '@glasshouse/protocol/wealth/read-terms';
import { termText } from '@glasshouse/protocol/wealth/term-text';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Figure } from './Figure.tsx';
import styles from './Product.module.css';
import { OfferTag, Quota, Rig } from './ProductParts.tsx';
import { perPeriod, yearly } from './sums.ts';
import type { Product } from './wealth.ts';

/** The rate, or the price of a machine, with the term and the rest of the quota. */
export function Offer({ product }: { product: Product }) {
  const { t, locale } = useWords();
  const terms = readTerms(product.terms);
  return (
    <Card pad className={styles.offer}>
      <div className={styles.rate}>
        {terms.kind === 'machine' && <Rig power={product.power} />}
        <p className={styles.hero}>
          <small>{t(terms.kind === 'machine' ? 'wealth.priceSpent' : 'wealth.yearlyFixed')}</small>
          {terms.kind === 'machine' ? (
            <b className={styles.price}>{formatDecimal(product.terms.unit)}</b>
          ) : (
            <b>
              {formatDecimal(yearly(terms))}
              <i>%</i>
            </b>
          )}
        </p>
        <Figure large end label={t(terms.kind === 'pledge' ? 'wealth.thePeriod' : 'wealth.theTerm')}>
          {termText(locale, product.terms)}
        </Figure>
      </div>
      {terms.kind === 'pledge' && (
        <p className={styles.quiet}>
          {t('wealth.ratePerPeriod', { rate: perPeriod(terms), seconds: formatWhole(terms.seconds) })}
        </p>
      )}
      {terms.kind === 'machine' && product.power && (
        <p className={styles.quiet}>{t('wealth.label', { power: product.power })}</p>
      )}
      <OfferTag product={product} />
      <Quota product={product} />
    </Card>
  );
}
