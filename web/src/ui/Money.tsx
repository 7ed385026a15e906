import { classes } from '@glasshouse/kit/classes.ts';
import { formatDecimal, formatSigned } from '@glasshouse/kit/format.ts';
import { useWords } from '../lib/words.tsx';
import styles from './Money.module.css';

type MoneyProps = {
  /** A decimal string. */
  amount: string;
  currency?: string | undefined;
  decimals?: number;
  size?: 'hero' | 'large' | 'medium' | 'text';
  /** Shows a fixed number of dots, so that not even the length is visible. */
  hidden?: boolean | undefined;
  signed?: boolean;
  /** Converted: quieter, with a leading ≈. */
  about?: boolean;
};

/** The symbol before an amount, if its currency has one. In Japanese, ¥ means yen. */
export function currencyMark(currency: string | undefined, locale: string): string | undefined {
  if (currency === 'CNY') return locale.startsWith('ja') ? '元' : '¥';
  return currency === 'USD' ? '$' : undefined;
}

/** An amount followed by its unit, small and gray. */
export function Money({ amount, currency, decimals = 2, size = 'text', hidden, signed, about }: MoneyProps) {
  const { t, locale } = useWords();
  const mark = currencyMark(currency, locale);
  const text = (signed ? formatSigned : formatDecimal)(amount, decimals);
  const sign = /^[+\u2212]?/.exec(text)![0];
  const before = `${about ? '≈ ' : ''}${hidden ? '' : sign}${mark ?? ''}`;
  const unit = mark === undefined && currency;
  return (
    <span className={classes(styles.money, styles[size], about && styles.about)}>
      {before}
      {hidden ? (
        <span className={styles.dots}>
          <span aria-hidden="true">{size === 'hero' ? '••••••' : '••••'}</span>
          <span className="vh">{t('ui.hidden')}</span>
        </span>
      ) : (
        <Figure text={text.slice(sign.length)} split={size === 'hero'} />
      )}
      {unit && <span className={styles.unit}> {unit}</span>}
    </span>
  );
}

function Figure({ text, split }: { text: string; split: boolean }) {
  const [whole, fraction] = text.split('.');
  if (!split || fraction === undefined) return text;
  return (
    <>
      {whole}
      <span className={styles.fraction}>.{fraction}</span>
    </>
  );
}
