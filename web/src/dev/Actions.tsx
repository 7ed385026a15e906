import { useState } from 'react';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Chip, Chips } from '../ui/Chip.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import styles from './Gallery.module.css';
import { Group } from './Group.tsx';
import { long } from './samples.ts';

const kinds = ['ink', 'soft', 'line', 'proof', 'error'] as const;
const lists = ['all', 'deposit', 'withdraw', 'transfer', 'vip'];
const named = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

export function Actions() {
  const [list, setList] = useState<string>('withdraw');
  const [view, setView] = useState('Gainers');
  const [share, setShare] = useState('25%');
  const [starred, setStarred] = useState(true);
  return (
    <>
      <Group title="Button">
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} {...(kind === 'proof' && { icon: 'proof' })}>
            {kind}
          </Button>
        ))}
        <div className={styles.pair}>
          <Button kind="up" icon="up" sub="to win 90.00">
            Long
          </Button>
          <Button kind="down" icon="down" sub="to win 90.00">
            Short
          </Button>
        </div>
        <Button busy>Create account</Button>
        <Button disabled hint="You can order again as soon as prices are back.">
          Long
        </Button>
        <Button kind="soft">{long.button}</Button>
        <div className={styles.line}>
          <Button small>Deposit</Button>
          <Button small kind="soft">
            Withdraw
          </Button>
          <ButtonLink small kind="line" to="/dev/ui">
            Link
          </ButtonLink>
          <Button small busy>
            Save
          </Button>
          <Button small disabled>
            Save
          </Button>
        </div>
      </Group>
      <Group title="IconButton">
        <div className={styles.line}>
          <IconButton icon="bell" label="Notifications, 1 unread" dot />
          <IconButton icon="settings" size={20} label="Settings" />
          <IconButton
            icon="star"
            size={18}
            fill={starred}
            quiet={!starred}
            label="Favourite BTC"
            aria-pressed={starred}
            onClick={() => setStarred(!starred)}
          />
          <IconButton icon="copy" size={20} label="Copy" disabled />
        </div>
      </Group>
      <Group title="Chip">
        <Chips label="Lists" options={named(lists)} value={list} onChange={setList} />
        <Chips label="Share" square options={named(['25%', '50%', '75%', '100%'])} value={share} onChange={setShare} />
        <div className={styles.line}>
          <Chip pressed={starred} onPress={() => setStarred(!starred)}>
            Favourites
          </Chip>
          <Chip pressed={false} disabled onPress={() => setStarred(starred)}>
            Closed
          </Chip>
        </div>
      </Group>
      <Group title="Segments, Tabs">
        <Segments label="Ranking" options={named(['Gainers', 'Losers'])} value={view} onChange={setView} />
        <div className={styles.line}>
          <Segments small label="Ranking" options={named(['Gainers', 'Losers'])} value={view} onChange={setView} />
        </div>
        <div className={styles.full}>
          <Tabs label="Records" options={named([...lists, long.tab])} value={list} onChange={setList} />
        </div>
        <div className={styles.full}>
          <Tabs large label="Records" options={named(lists)} value={list} onChange={setList} />
        </div>
      </Group>
    </>
  );
}
