import { useQueries } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useId, useState } from 'react';
import { useBack } from '../lib/back.ts';
import { useLocation } from '../lib/router.tsx';
import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { FoundSections } from './FoundSections.tsx';
import styles from './HelpScreen.module.css';
import { wordsOf } from './search.ts';
import { Text, textQuery } from './Text.tsx';
import { explanations, type Task, type TopicName, tasks } from './topics.ts';

const topics = [...tasks, ...explanations];

const maxSearches = 20;
/** The query of each history entry. */
const searches = new Map<string, string>();
function keepSearch(key: string, text: string) {
  searches.delete(key);
  searches.set(key, text);
  for (const oldest of [...searches.keys()].slice(0, -maxSearches)) searches.delete(oldest);
}

/** The help center: all topics on one page, so that the browser's search finds everything, with a search of its own. */
export function HelpScreen() {
  const { t, locale } = useWords();
  const back = useBack();
  const { hash, key } = useLocation();
  const [typed, setTyped] = useState(searches.get(key) ?? '');
  const [shownAt, setShownAt] = useState(key);
  // Following a result shows its topic; going back shows the search again.
  if (key !== shownAt) {
    setShownAt(key);
    setTyped(searches.get(key) ?? '');
  }
  const search = (text: string) => {
    setTyped(text);
    keepSearch(key, text);
  };
  const query = useDeferredValue(typed);
  const texts = useQueries({ queries: topics.map(({ name }) => textQuery(name, locale)) });
  const isSearching = wordsOf(query, locale).length > 0;
  useTopicOf(hash, !isSearching && texts.every(({ isPending }) => !isPending));
  return (
    <>
      <PageBar title={t('titles.help')} onBack={back} />
      <main className={styles.page}>
        <SearchField label={t('help.search')} value={typed} onChange={search} />
        {isSearching ? (
          <FoundSections
            query={query}
            articles={topics.flatMap((topic, place) => {
              const source = texts[place]?.data;
              const keywords = 'to' in topic ? t(`help.keywords.${topic.name}`) : '';
              return source === undefined
                ? []
                : [{ name: topic.name, title: t(`help.${topic.name}`), source, keywords }];
            })}
            onTopics={() => search('')}
          />
        ) : (
          <>
            <Contents title={t('help.tasks')} of={tasks} />
            <Contents title={t('help.explained')} of={explanations} />
            {tasks.map((task) => (
              <Topic key={task.name} name={task.name} opens={task} />
            ))}
            {explanations.map(({ name }) => (
              <Topic key={name} name={name} />
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

type ContentsProps = { title: string; of: typeof tasks | typeof explanations };

/** A list of topics, each linking to its place further down. */
function Contents({ title, of }: ContentsProps) {
  const { t } = useWords();
  const id = useId();
  return (
    <nav aria-labelledby={id} className={styles.topics}>
      <h2 id={id}>{title}</h2>
      <Card>
        <List>
          {of.map(({ name, icon }) => (
            <Row key={name} icon={icon} proof={name === 'checking'} title={t(`help.${name}`)} to={`#${name}`} />
          ))}
        </List>
      </Card>
    </nav>
  );
}

type TopicProps = { name: TopicName; opens?: Pick<Task, 'to' | 'page'> };

/** One topic in full, with a link to the page it is about. */
function Topic({ name, opens }: TopicProps) {
  const { t } = useWords();
  return (
    <Card pad id={name} className={styles.topic} aria-labelledby={`${name}-title`} tabIndex={-1}>
      <h2 id={`${name}-title`}>{t(`help.${name}`)}</h2>
      <Text name={name} heading="h3" />
      {opens && (
        <ButtonLink small kind="soft" className={styles.open} to={opens.to}>
          {t('help.open', { page: t(opens.page) })}
        </ButtonLink>
      )}
    </Card>
  );
}

/** Scrolls to the topic or heading in the address once the texts above it are rendered. */
function useTopicOf(hash: string, isReady: boolean) {
  useEffect(() => {
    if (!hash || !isReady) return;
    const topic = document.getElementById(hash.slice(1));
    topic?.scrollIntoView();
    topic?.focus({ preventScroll: true });
  }, [hash, isReady]);
}
