import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import { core } from '@glasshouse/kit/icons/core.ts';
import { rest } from '@glasshouse/kit/icons/rest.ts';
import { Logo } from '@glasshouse/kit/Logo.tsx';
import { Spinner } from '@glasshouse/kit/Spinner.tsx';
import { Coin } from '../ui/Coin.tsx';
import styles from './Gallery.module.css';
import { Group } from './Group.tsx';

const names = [...Object.keys(core), ...Object.keys(rest)] as IconName[];
const coins = ['BTC', 'ETH', 'SOL', 'AVAX', 'LINK', 'TON', 'DOGE', 'BNB', 'XRP', 'ADA', 'LTC', 'DOT', 'USDT', 'NEW'];

export function Icons() {
  return (
    <>
      <Group title="Logo, Spinner, Coin">
        <div className={styles.line}>
          <Logo size={52} />
          <Logo />
          <Spinner />
        </div>
        <ul className={styles.icons}>
          {coins.map((symbol) => (
            <li key={symbol}>
              <Coin symbol={symbol} />
              {symbol}
            </li>
          ))}
        </ul>
      </Group>
      <Group title="Icon">
        <ul className={styles.icons}>
          {names.map((name) => (
            <li key={name}>
              <Icon name={name} />
              {name}
            </li>
          ))}
        </ul>
      </Group>
    </>
  );
}
