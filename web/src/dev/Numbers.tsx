import { Tag } from '@glasshouse/kit/Tag.tsx';
import { useEffect, useState } from 'react';
import { Card } from '../ui/Card.tsx';
import { Coin } from '../ui/Coin.tsx';
import { CountdownRing } from '../ui/CountdownRing.tsx';
import { Delta } from '../ui/Delta.tsx';
import { Money } from '../ui/Money.tsx';
import { Percent } from '../ui/Percent.tsx';
import { Price } from '../ui/Price.tsx';
import { Sparkline } from '../ui/Sparkline.tsx';
import { Stamp } from '../ui/Stamp.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './Gallery.module.css';
import { Group } from './Group.tsx';
import { paths } from './samples.ts';

const prices = ['63990.3', '63992.5', '64002.1', '64002.1', '63986.0'];
const minute = 60_000;

export function Numbers() {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((last) => last + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const price = prices[tick % prices.length]!;
  return (
    <>
      <Group title="Money, Delta, Percent">
        <Money amount="25360.42" currency="USDT" size="hero" />
        <div className={styles.line}>
          <Money amount="182087.82" currency="CNY" about />
          <Delta value="186.24" percent="0.74" />
        </div>
        <Money amount="25360.42" currency="USDT" size="hero" hidden />
        <div className={styles.line}>
          <Money amount="182087.82" currency="CNY" about hidden />
          <Money amount="495" currency="USDT" size="large" />
          <Money amount="-100" currency="USDT" signed size="medium" />
          <Money amount="8412.355" currency="USDT" />
        </div>
        <div className={styles.line}>
          <Delta percent="1.24" pill />
          <Delta percent="-3.88" pill />
          <Delta percent="0.001" pill />
          <span>
            APR <Percent value="7.5" />
          </span>
        </div>
      </Group>
      <Group title="Price, TimeText, Sparkline">
        <div className={styles.line}>
          <Price value={price} precision={1} size="live" />
          <Price value="63990.3" precision={1} size="live" paused />
          <Tag tone="amber">Paused</Tag>
        </div>
        <TimeText at={1_760_000_000} />
        <Card>
          <div className={styles.quote}>
            <Coin symbol="LINK" size={36} />
            <b className={styles.name}>LINK</b>
            <Sparkline values={paths.up} direction="up" />
            <Delta percent="3.15" />
          </div>
          <div className={styles.quote}>
            <Coin symbol="DOGE" size={36} />
            <b className={styles.name}>DOGE</b>
            <Sparkline values={paths.down} direction="down" />
            <Delta percent="-3.88" />
          </div>
        </Card>
      </Group>
      <Group title="CountdownRing, Stamp">
        <div className={styles.line}>
          <CountdownRing endsAt={minute} total={minute} now={(tick % 75) * 1000} />
          <CountdownRing endsAt={36_000} total={minute} now={0} />
          <CountdownRing endsAt={0} total={minute} now={0} />
        </div>
        <div className={styles.stamped}>
          <Stamp kind="simulated" />
          <Stamp kind="specimen" />
        </div>
      </Group>
    </>
  );
}
