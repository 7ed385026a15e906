import { classes } from '@glasshouse/kit/classes.ts';
import { formatWhole } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Link } from '@glasshouse/kit/router.tsx';
import { kindWord } from '../lib/kinds.ts';
import { useMay } from '../lib/session.ts';
import { spanWords, useNow } from '../lib/times.ts';
import { type t, useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';
import { Card } from '../ui/Page.tsx';
import { type Attention, attentionOf, isUrgent } from './attention.ts';
import styles from './Dashboard.module.css';
import type { Figures } from './Panel.tsx';
import { usePlaces } from './places.ts';

/** The problems an operator should look at first, each with a link to the page for it. */
export function AttentionCard({ figures }: { figures: Figures }) {
  const { t } = useWords();
  const found = attentionOf(figures, useNow());
  const placeOf = usePlace();
  if (found.length === 0)
    return (
      <Note tone="ok" role="status">
        {t('dashboard.calm')}
      </Note>
    );
  return (
    <Card title={t('dashboard.attention')}>
      <ul className={styles.attention}>
        {found.map((each) => {
          const to = placeOf(each);
          return (
            <li
              key={each.what === 'lateCase' ? each.kind : each.what}
              className={classes(isUrgent(each) && styles.urgent)}
            >
              <Icon name="alert" size={18} />
              <span>{sentenceOf(each, t)}</span>
              {to && <Link to={to}>{t('openNow.see')}</Link>}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function sentenceOf(each: Attention, say: typeof t): string {
  switch (each.what) {
    case 'lateCase':
      return say('dashboard.unusual.lateCase', {
        queue: kindWord(each.kind),
        over: spanWords(each.minutes - each.target),
        target: spanWords(each.target),
      });
    case 'latePrices':
      return say('dashboard.unusual.latePrices', { ms: formatWhole(each.ms) });
    case 'stuckDay':
      return say('dashboard.unusual.stuckDay', { day: each.day });
    case 'signUps':
      return say('dashboard.unusual.signUps', { number: formatWhole(each.count), usual: formatWhole(each.usual) });
    case 'backups':
      return say(`dashboard.backupProblem.${each.problem}`);
    case 'noPrices':
    case 'paidOut':
      return say(`dashboard.unusual.${each.what}`);
    default:
      return say(`dashboard.unusual.${each.what}`, { number: formatWhole(each.count) });
  }
}

/** A link to the page for a problem, if the role may open it. */
function usePlace(): (each: Attention) => string | undefined {
  const may = useMay();
  const { queue } = usePlaces();
  return (each) => {
    if (each.what === 'lateCase') return queue(each.kind);
    if (each.what === 'frozenWithdrawals') return may('review.read') ? '/withdrawals?state=frozen' : undefined;
    if (each.what === 'paidOut') return may('review.read') ? '/withdrawals' : undefined;
    return each.what === 'signUps' && may('users.read') ? '/users' : undefined;
  };
}
