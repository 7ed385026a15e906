import { classes } from '@glasshouse/kit/classes.ts';
import { formatDecimal } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { readTerms } from '@glasshouse/protocol/wealth/read-terms';
import { paidBackOn } from '@glasshouse/protocol/wealth/schedule';
import { termText } from '@glasshouse/protocol/wealth/term-text';
import { Link } from '../lib/router.tsx';
import { nameOf } from '../lib/wealth-names.ts';
import { useWords } from '../lib/words.tsx';
import { Percent } from '../ui/Percent.tsx';
import { Fact } from './Figure.tsx';
import styles from './ProductCard.module.css';
import { OfferTag, Quota, Rig } from './ProductParts.tsx';
import { amountOf, gained, perThousand, plain, yearly } from './sums.ts';
import type { Product } from './wealth.ts';

/** One product in the list: its return, term, minimum and the rest of its quota. */
export function ProductCard({ product }: { product: Product }) {
  return (
    <Link className={styles.card} to={`/finance/productDetail?product=${product.product}`}>
      {product.terms.kind === 'machine' ? <MachineHead product={product} /> : <Head product={product} />}
      <Facts product={product} />
      <Quota product={product} />
    </Link>
  );
}

function Head({ product }: { product: Product }) {
  const { locale } = useWords();
  return (
    <span className={styles.head}>
      <b>{nameOf(locale, product)}</b>
      <OfferTag product={product} />
      <Icon name="chev" size={16} className={styles.chevron} />
    </span>
  );
}

function MachineHead({ product }: { product: Product }) {
  const { t, locale } = useWords();
  const terms = readTerms(product.terms);
  const day = terms.kind === 'machine' ? paidBackOn(terms) : undefined;
  return (
    <span className={styles.head}>
      <Rig power={product.power} />
      <span className={styles.name}>
        <b>{nameOf(locale, product)}</b>
        <small>{[product.power, t('wealth.spent')].filter(Boolean).join(' · ')}</small>
        <small>{day === undefined ? t('wealth.neverBack') : t('wealth.backOnDay', { day })}</small>
      </span>
      <OfferTag product={product} />
      <Fact large end label="USDT">
        {formatDecimal(product.terms.unit)}
      </Fact>
    </span>
  );
}

function Facts({ product: { terms: wire, least } }: { product: Product }) {
  const { t, locale } = useWords();
  const terms = readTerms(wire);
  if (terms.kind === 'machine') {
    const total = terms.daily * BigInt(terms.days);
    return (
      <span className={classes(styles.facts, styles.machine)}>
        <Fact label={t('wealth.aDay')}>{gained(terms.daily)}</Fact>
        <Fact label={t('wealth.term')}>{termText(locale, wire)}</Fact>
        <Fact label={t('wealth.inTotal')}>{gained(total)}</Fact>
        <Fact end label={t('wealth.afterPrice')}>
          {gained(total - terms.unit)}
        </Fact>
      </span>
    );
  }
  return (
    <span className={styles.facts}>
      <Fact large label={t('wealth.aprFixed')}>
        <Percent value={yearly(terms)} />
      </Fact>
      <Fact label={t(terms.kind === 'pledge' ? 'wealth.period' : 'wealth.term')}>{termText(locale, wire)}</Fact>
      <Fact label={t('wealth.perThousand')}>{gained(perThousand(terms))}</Fact>
      <Fact end label={t('wealth.minimum')}>
        {plain(amountOf(wire, least))}
      </Fact>
    </span>
  );
}
