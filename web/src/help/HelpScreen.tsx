import { useQueries } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { useBack } from '../lib/back.ts';
import { useLocation } from '../lib/router.tsx';
import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { FoundSections } from './FoundSections.tsx';
import styles from './HelpScreen.module.css';
import { wordsOf } from './search.ts';
import { Text } from './Text.tsx';
import { textQuery } from './texts.ts';

const topics = ['simulated', 'results', 'checking', 'odds', 'options', 'wallets'] as const;
const icons = {
  simulated: 'pane',
  results: 'contract',
  checking: 'proof',
  odds: 'equal',
  options: 'market',
  wallets: 'finance',
} as const;

/** The help centre: its topics on one page, so that the browser's own search finds everything, and a search over all of them. */
export function HelpScreen() {
  const { t, locale } = useWords();
  const back = useBack();
  const { hash, key } = useLocation();
  const [typed, setTyped] = useState('');
  const [shownAt, setShownAt] = useState(key);
  // Whoever follows a result, or goes back, has found what they searched for.
  if (key !== shownAt) {
    setShownAt(key);
    setTyped('');
  }
  const query = useDeferredValue(typed);
  const texts = useQueries({ queries: topics.map((topic) => textQuery(topic, locale)) });
  const isSearching = wordsOf(query, locale).length > 0;
  useTopicOf(hash, !isSearching && texts.every(({ isPending }) => !isPending));
  return (
    <>
      <PageBar title={t('titles.help')} onBack={back} />
      <main className={styles.page}>
        <SearchField label={t('help.search')} value={typed} onChange={setTyped} />
        {isSearching ? (
          <FoundSections
            query={query}
            articles={topics.flatMap((name, place) => {
              const source = texts[place]?.data;
              return source === undefined ? [] : [{ name, title: t(`help.${name}`), source }];
            })}
            onTopics={() => setTyped('')}
          />
        ) : (
          <>
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
              <Card
                pad
                key={topic}
                id={topic}
                className={styles.topic}
                aria-labelledby={`${topic}-title`}
                tabIndex={-1}
              >
                <h2 id={`${topic}-title`}>{t(`help.${topic}`)}</h2>
                <Text name={topic} heading="h3" />
              </Card>
            ))}
          </>
        )}
        <Button kind="soft" icon="headset" onClick={() => openSheet('service')}>
          {t('help.service')}
        </Button>
      </main>
    </>
  );
}

/** Goes to the topic or heading in the address, once the texts above it have their height. */
function useTopicOf(hash: string, isReady: boolean) {
  useEffect(() => {
    if (!hash || !isReady) return;
    const topic = document.getElementById(hash.slice(1));
    topic?.scrollIntoView();
    topic?.focus({ preventScroll: true });
  }, [hash, isReady]);
}
