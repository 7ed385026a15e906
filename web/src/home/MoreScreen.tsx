import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import { useBack } from '../lib/back.ts';
import { Link } from '../lib/router.tsx';
import { useWords, type WordKey } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import styles from './MoreScreen.module.css';

type Entry = readonly [icon: IconName, word: WordKey, to: string];

const groups: readonly (readonly [WordKey, readonly Entry[]])[] = [
  [
    'home.more.trade',
    [
      ['market', 'home.more.market', '/market'],
      ['contract', 'home.more.contract', '/contract'],
      ['clock', 'titles.options', '/options'],
      ['transfer', 'titles.spot', '/spot'],
      ['records', 'titles.records', '/records'],
      ['finance', 'titles.contractResults', '/results'],
      ['proof', 'titles.receipts', '/user/receipts'],
    ],
  ],
  [
    'home.more.wealth',
    [
      ['finance', 'titles.trust', '/finance/finance'],
      ['pledge', 'titles.pledge', '/finance/livecoin'],
      ['machine', 'titles.machines', '/finance/machine'],
    ],
  ],
  [
    'home.more.money',
    [
      ['deposit', 'titles.deposit', '/pay/deposit'],
      ['withdraw', 'titles.withdraw', '/pay/withdraw'],
      ['transfer', 'titles.transfer', '/assets/transfer'],
      ['invite', 'titles.memberTransfer', '/pay/transfer'],
      ['refresh', 'titles.exchange', '/assets/exchange'],
      ['doc', 'titles.statement', '/assets/statement'],
    ],
  ],
  [
    'home.more.account',
    [
      ['invite', 'titles.invite', '/user/invite'],
      ['vip', 'titles.vip', '/user/vip'],
      ['id', 'titles.identity', '/user/cert'],
      ['lock', 'titles.security', '/user/security'],
      ['settings', 'titles.settings', '/user/settings'],
    ],
  ],
  [
    'home.more.help',
    [
      ['info', 'titles.help', '/helps/help'],
      ['pane', 'titles.simulated', '/helps/simulated'],
      ['proof', 'titles.publicLog', '/publiclog'],
    ],
  ],
];

/** All features of the app on one page. */
export function MoreScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.more')} onBack={useBack()} />
      <main className={styles.page}>
        {groups.map(([group, entries]) => (
          <section key={group} aria-labelledby={group}>
            <h2 id={group}>{t(group)}</h2>
            <Card className={styles.grid}>
              {entries.map(([icon, word, to]) => (
                <Link key={to} to={to}>
                  <Icon name={icon} />
                  <span>{t(word)}</span>
                </Link>
              ))}
            </Card>
          </section>
        ))}
      </main>
    </>
  );
}
