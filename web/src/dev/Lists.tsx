import { Tag } from '@glasshouse/kit/Tag.tsx';
import { useState } from 'react';
import { Avatar, VipTag } from '../ui/Avatar.tsx';
import { Card } from '../ui/Card.tsx';
import { Coin } from '../ui/Coin.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Money } from '../ui/Money.tsx';
import { Note } from '../ui/Note.tsx';
import { Progress } from '../ui/Progress.tsx';
import { List, Row } from '../ui/Row.tsx';
import { Switch } from '../ui/Switch.tsx';
import styles from './Gallery.module.css';
import { Group } from './Group.tsx';
import { long, texts } from './samples.ts';

const tones = ['neutral', 'ok', 'error', 'amber', 'brand'] as const;

export function Lists() {
  const [language, setLanguage] = useState('English');
  const [hides, setHides] = useState(false);
  const [flashes, setFlashes] = useState(true);
  return (
    <>
      <Group title="Avatar, Tag">
        <div className={styles.line}>
          <Avatar name="mika.h" />
          <b>mika.h</b>
          <VipTag level={2} />
          <Tag tone="ok" icon="check">
            Verified
          </Tag>
        </div>
        <div className={styles.line}>
          {tones.map((tone) => (
            <Tag key={tone} tone={tone}>
              {tone}
            </Tag>
          ))}
          <Tag tone="up" icon="up">
            Long
          </Tag>
          <Tag tone="down" icon="down">
            Short
          </Tag>
        </div>
      </Group>
      <Group title="Card, Row, Switch">
        <Card>
          <List>
            <Row icon="records" title="Records" to="/dev/ui" />
            <Row icon="proof" proof title="Receipts and proofs" value="42 of 42 match" to="/dev/ui" />
            <Row icon="id" title={long.row} value={long.value} to="/dev/ui" />
            <Row lead={<Coin symbol="USDT" size={24} />} title="USDT" sub="Tether" value="3,250.00" />
            {['English', '日本語'].map((name) => (
              <Row key={name} title={name} current={name === language} onPress={() => setLanguage(name)} />
            ))}
            <Row icon="logout" danger title="Log out" onPress={() => setLanguage('English')} />
          </List>
        </Card>
        <Card>
          <List label="Balances and motion">
            <Switch label="Hide balances when the app opens" checked={hides} onChange={setHides} />
            <Switch
              label="Flash prices when they change"
              help="Off when your device asks for less motion"
              checked={flashes}
              onChange={setFlashes}
            />
            <Switch label="Read results aloud" checked disabled onChange={setFlashes} />
          </List>
        </Card>
      </Group>
      <Group title="KeyValues, Progress">
        <Card pad>
          <KeyValues>
            <KeyValue label="Fee, 1%" note="500.00 × 1%">
              −5.00 USDT
            </KeyValue>
            <KeyValue label="You receive" note={<Money amount="3554.1" currency="CNY" about />}>
              <Money amount="495" currency="USDT" size="medium" />
            </KeyValue>
          </KeyValues>
          <Progress label="Limit of the day" percent={5} adds={5} />
        </Card>
        <Card pad line>
          <Progress label="Quota" percent={64} tone="ink" />
        </Card>
      </Group>
      <Group title="Note">
        <Note tone="amber" title="Withdrawals are locked until 15:12:40.">
          {texts.locked}
        </Note>
        <Note tone="error" title="Review failed.">
          {texts.blurred}
        </Note>
        <Note title="System is being upgraded">{texts.upgrade}</Note>
        <Note tone="ok" title="Successfully certified.">
          {texts.certified}
        </Note>
        <Note tone="brand">{texts.sealed}</Note>
      </Group>
    </>
  );
}
