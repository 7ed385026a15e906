import { Coin } from '../ui/Coin.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { core } from '../ui/icons/core.ts';
import { rest } from '../ui/icons/rest.ts';
import { Logo } from '../ui/Logo.tsx';
import { Spinner } from '../ui/Spinner.tsx';
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
