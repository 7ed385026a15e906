import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { List, Row } from '../ui/Row.tsx';
import styles from './HelpScreen.module.css';
import { headingId } from './markdown.tsx';
import { type Article, search } from './search.ts';

type FoundSectionsProps = { query: string; articles: readonly Article[]; onTopics: () => void };

/** The sections that match a query, or a note that none does. */
export function FoundSections({ query, articles, onTopics }: FoundSectionsProps) {
  const { t, locale } = useWords();
  const found = search(articles, query, locale);
  return (
    <>
      <p className={found.length > 0 ? styles.count : 'vh'} role="status">
        {found.length > 0 ? t('help.found', { count: found.length }) : t('help.none')}
      </p>
      {found.length > 0 ? (
        <Card>
          <List label={t('help.search')}>
            {found.map(({ name, title, heading, place, excerpt }) => (
              <Row
                key={`${name} ${place}`}
                title={heading ?? title}
                sub={
                  <>
                    {heading && <b>{title}</b>} {excerpt}
                  </>
                }
                to={`#${place === undefined ? name : headingId(name, place)}`}
              />
            ))}
          </List>
        </Card>
      ) : (
        <Empty
          title={t('help.none')}
          text={t('help.noneText')}
          action={
            <Button small onClick={onTopics}>
              {t('help.allTopics')}
            </Button>
          }
        />
      )}
    </>
  );
}
