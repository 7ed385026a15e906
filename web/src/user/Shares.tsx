import { classes } from '@glasshouse/kit/classes.ts';
import { writeDecimal } from '@glasshouse/protocol/decimal';
import { wallets } from '@glasshouse/protocol/ledger/books';
import type { CSSProperties } from 'react';
import type { Overview } from '../lib/assets.ts';
import { committedPath } from '../lib/committed-path.ts';
import { useHidden } from '../lib/hidden.ts';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Money } from '../ui/Money.tsx';
import { Percent } from '../ui/Percent.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './Balances.module.css';

type Props = { overview: Overview };

// Hundredths of a percent, as counted by the server.
const percentOf = (share: number) => writeDecimal(BigInt(share), 2);
const shadeOf = (place: number) => styles[`shade${place}`];

/** How the total is divided. While balances are hidden, all parts are equal, so that nothing can be inferred. */
export function Shares({ overview: { wallets: held, committed } }: Props) {
  const { t } = useWords();
  const hidden = useHidden();
  const parts = [
    ...held.map(({ wallet, share }, place) => ({ name: wallet, share, shade: shadeOf(place) })),
    ...committed.map(({ account, share }) => ({ name: account, share, shade: styles.committed })),
  ];
  const shown = hidden ? parts.slice(0, held.length) : parts.filter(({ share }) => share > 0);
  return (
    <div className={styles.split} role="img" aria-label={t('assets.shares')}>
      {shown.map(({ name, share, shade }) => (
        <i key={name} className={shade} style={{ '--share': hidden ? 1 : share } as CSSProperties} />
      ))}
    </div>
  );
}

/**
 * Each account with its share, in USDT, after the cash account in CNY. The order is fixed, so that it reveals nothing
 * either.
 */
export function WalletGrid({ overview }: Props) {
  const { t } = useWords();
  const hidden = useHidden();
  return (
    <ul className={styles.wallets} aria-label={t('assets.walletsLabel')}>
      {overview.wallets.map(({ wallet, usdt, share, balances: [own] }, place) => (
        <li key={wallet}>
          <Link to={`/assets/${wallet}`}>
            <span className={styles.name}>
              <i className={classes(styles.swatch, shadeOf(place))} />
              {t(`assets.wallets.${wallet}`)}
              {!hidden && (
                <small>
                  <Percent value={percentOf(share)} decimals={1} />
                </small>
              )}
            </span>
            <b>
              {wallet === 'cash' && own ? (
                <Money amount={own.amount} currency={own.currency} hidden={hidden} />
              ) : (
                <Money amount={usdt} hidden={hidden} />
              )}
            </b>
            {wallet === 'cash' && (
              <small className={styles.about}>
                <Money amount={usdt} currency="USDT" about hidden={hidden} />
              </small>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Takes the same room while the amounts load. */
export function WaitingGrid() {
  const { t } = useWords();
  return (
    <>
      <div className={styles.split} />
      <ul className={styles.wallets} aria-busy="true" aria-label={t('assets.walletsLabel')}>
        {wallets.map((wallet, place) => (
          <li key={wallet}>
            <Link to={`/assets/${wallet}`}>
              <span className={styles.name}>
                <i className={classes(styles.swatch, shadeOf(place))} />
                {t(`assets.wallets.${wallet}`)}
              </span>
              <b className={styles.waiting}>
                <Skeleton width={72} height={16} />
              </b>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The money in open orders. Shown only if there is some, unless balances are hidden. */
export function Committed({ overview: { committed } }: Props) {
  const { t } = useWords();
  const hidden = useHidden();
  if (committed.length === 0) return null;
  return (
    <ul className={styles.held} aria-label={t('assets.committed')}>
      {committed.map(({ account, usdt, share }) => (
        <li key={account}>
          <Link to={committedPath(account)}>
            <span className={styles.name}>
              <i className={classes(styles.swatch, styles.committed)} />
              {t(`assets.systems.${account}`)}
            </span>
            {!hidden && (
              <small>
                <Percent value={percentOf(share)} decimals={1} />
              </small>
            )}
            <b>
              <Money amount={usdt} hidden={hidden} />
            </b>
          </Link>
        </li>
      ))}
    </ul>
  );
}
