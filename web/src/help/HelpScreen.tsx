import { useEffect } from 'react';
import { useBack } from '../lib/back.ts';
import { useLocation } from '../lib/router.tsx';
import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import styles from './HelpScreen.module.css';
import { Text } from './Text.tsx';
import { useText } from './texts.ts';

const topics = ['simulated', 'results', 'checking', 'odds', 'options', 'wallets'] as const;
const icons = {
  simulated: 'pane',
  results: 'contract',
  checking: 'proof',
  odds: 'equal',
  options: 'market',
  wallets: 'finance',
} as const;

/** The help centre: its topics on one page, so that the browser's own search finds everything. */
export function HelpScreen() {
  const { t } = useWords();
  const back = useBack();
  useTopicOf(useLocation().hash);
  return (
    <>
      <PageBar title={t('titles.help')} onBack={back} />
      <main className={styles.page}>
        <nav aria-label={t('help.topics')} className={styles.topics}>
          <Card>
            <List>
              {topics.map((topic) => (
                <Row
                  key={topic}
                  icon={icons[topic]}
                  proof={topic === 'checking'}
                  title={t(`help.${topic}`)}
                  to={`#${topic}`}
                />
              ))}
            </List>
          </Card>
        </nav>
        {topics.map((topic) => (
          <Card pad key={topic} id={topic} className={styles.topic} aria-labelledby={`${topic}-title`} tabIndex={-1}>
            <h2 id={`${topic}-title`}>{t(`help.${topic}`)}</h2>
            <Text name={topic} heading="h3" />
          </Card>
        ))}
        <Button kind="soft" icon="headset" onClick={() => openSheet('service')}>
          {t('help.service')}
        </Button>
      </main>
    </>
  );
}

/** Goes to the topic in the address, again once the texts above it have their height. */
function useTopicOf(hash: string) {
  const heights = [
    ...[useText('simulated').isSuccess, useText('results').isSuccess],
    ...[useText('checking').isSuccess, useText('odds').isSuccess],
  ];
  const ready = heights.filter(Boolean).length;
  useEffect(() => {
    if (!hash || ready < heights.length) return;
    const topic = document.getElementById(hash.slice(1));
    topic?.scrollIntoView();
    topic?.focus({ preventScroll: true });
  }, [hash, ready, heights.length]);
}
