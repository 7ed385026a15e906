import { now } from '@glasshouse/kit/clock.ts';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import { type FormEvent, useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { TextField } from '../ui/TextField.tsx';
import styles from './DaySpan.module.css';

const spans = [
  { days: 1, word: 'today' },
  { days: 7, word: 'week' },
  { days: 30, word: 'month' },
] as const;

type Span = { from: string | undefined; until: string | undefined };

/** A range of days as accounted (UTC). Its words come with those of the accounts. */
export function DaySpan({ onChoose }: { onChoose: (span: Span) => void }) {
  const { t } = useWords();
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const turned = from !== '' && until !== '' && from > until;
  const show = (event: FormEvent) => {
    event.preventDefault();
    if (!turned) onChoose({ from: from || undefined, until: until || undefined });
  };
  return (
    <form className={styles.dates} onSubmit={show}>
      <div className={styles.spans}>
        {spans.map(({ days, word }) => (
          <Chip
            key={word}
            pressed={false}
            onPress={() => onChoose({ from: utcDay(now() - (days - 1) * dayMs), until: undefined })}
          >
            {t(`assets.filter.${word}`)}
          </Chip>
        ))}
      </div>
      <TextField type="date" label={t('assets.filter.from')} value={from} onChange={setFrom} max={utcDay(now())} />
      <TextField
        type="date"
        label={t('assets.filter.until')}
        value={until}
        onChange={setUntil}
        help={t('assets.filter.utc')}
        error={turned ? t('assets.filter.turned') : undefined}
      />
      <Button type="submit">{t('assets.filter.show')}</Button>
    </form>
  );
}
