import { useState } from 'react';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { TabBar } from '../ui/TabBar.tsx';
import styles from './Gallery.module.css';
import { Group } from './Group.tsx';
import { long } from './samples.ts';

const sections = [
  ['home', 'Home', 'home'],
  ['market', 'Market', 'market'],
  ['contract', 'Contract', 'contract'],
  ['financial', 'Finance', 'finance'],
  ['user', 'Account', 'user'],
  ['helps', 'About', 'about'],
] as const;

export function Bars() {
  const [backs, setBacks] = useState(0);
  const items = sections.map(([to, label, icon]) => ({
    to: `/${to}`,
    label,
    icon,
    current: to === 'home' ? ('page' as const) : undefined,
  }));
  const back = () => setBacks(backs + 1);
  return (
    <>
      <Group title="PageBar">
        <div className={styles.full}>
          <PageBar brand="Glasshouse" end={<IconButton icon="bell" label="Notifications" />} />
          <PageBar title="Account" surface end={<IconButton icon="settings" size={20} label="Settings" />} />
          <PageBar title="Display" onBack={back} />
          <PageBar
            title={long.tab}
            onBack={back}
            end={<IconButton icon="records" size={20} label="Withdrawal records" />}
          />
        </div>
      </Group>
      <Group title="TabBar">
        <div className={styles.frame}>
          <TabBar items={items} />
        </div>
      </Group>
      <Group title="ActionBar">
        <div className={styles.frame}>
          <ActionBar note="You can cancel until the review starts.">
            <Button>Review withdrawal</Button>
          </ActionBar>
        </div>
      </Group>
    </>
  );
}
