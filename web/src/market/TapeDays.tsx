import { saveText } from '@glasshouse/kit/save-file.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { TapeDay } from '@glasshouse/protocol/market/calls';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import { serverNow } from '../lib/server-clock.ts';
import { wasAnnouncedLate } from '../lib/tape.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Hash } from '../ui/Hash.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { DayPlaces } from './DayPlaces.tsx';
import { Section } from './Section.tsx';
import styles from './TapeView.module.css';

const shownDays = 3;

/** The announcement of each day, and what was revealed after it. */
export function TapeDays({ days, wrong }: { days: readonly TapeDay[]; wrong: ReadonlySet<string> | undefined }) {
  const { t } = useWords();
  const save = () =>
    saveText({ name: 'tape.json', text: JSON.stringify({ simulated: t('ui.simulatedMeaning'), days }, null, 2) });
  return (
    <Section title={t('tape.days')} text={t('tape.daysText')}>
      {days.length === 0 && <p className={styles.quiet}>{t('tape.noDays')}</p>}
      <ul className={styles.days}>
        {days.slice(0, shownDays).map((day) => (
          <Day key={day.day} day={day} wrong={wrong?.has(day.day)} />
        ))}
      </ul>
      {days.length > 0 && (
        <Button small kind="line" icon="download" onClick={save}>
          {t('tape.saveDays')}
        </Button>
      )}
    </Section>
  );
}

function nameOf(day: string): 'tomorrow' | 'today' | 'yesterday' | undefined {
  const names = { tomorrow: dayMs, today: 0, yesterday: -dayMs } as const;
  return (Object.keys(names) as (keyof typeof names)[]).find((name) => utcDay(serverNow() + names[name]) === day);
}

function Day({ day, wrong }: { day: TapeDay; wrong: boolean | undefined }) {
  const { t } = useWords();
  const name = nameOf(day.day);
  const announced = day.announcedSlot * slotMs;
  return (
    <li>
      <div className={styles.dayHead}>
        <b>{name ? t(`tape.${name}`) : day.day}</b>
        {name && <span>{day.day}</span>}
        {wrong !== undefined && (
          <Tag tone={wrong ? 'error' : 'brand'}>
            {t(wrong ? 'tape.wrong' : day.revealed ? 'tape.seedFits' : 'tape.signed')}
          </Tag>
        )}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{t('tape.seedHash')}</dt>
          <dd>
            <Hash value={day.commitment} label={t('tape.seedHash')} />
          </dd>
        </div>
        <div>
          <dt>{t('tape.seed')}</dt>
          <dd>
            {day.revealed ? (
              <Hash value={day.revealed.seed} label={t('tape.seed')} />
            ) : (
              <span className={styles.quiet}>{t('tape.notYet')}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('tape.announced')}</dt>
          <dd>
            <TimeText at={announced} />
            {wasAnnouncedLate(day) && <small>{t('tape.late')}</small>}
          </dd>
        </div>
        <DayPlaces day={day} />
      </dl>
    </li>
  );
}
