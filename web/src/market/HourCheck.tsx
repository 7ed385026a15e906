import { formatTime, formatWhole } from '@glasshouse/kit/format.ts';
import { saveText } from '@glasshouse/kit/save-file.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import type { downloadTicks } from '@glasshouse/protocol/market/calls';
import { coins } from '@glasshouse/protocol/market/coins';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, sentenceOf } from '../lib/call.ts';
import { serverNow } from '../lib/server-clock.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { Verdict } from '../ui/Verdict.tsx';
import { Section } from './Section.tsx';
import styles from './TapeView.module.css';
import { checkFile, type FileCheck } from './tape-checks.ts';

const hourMs = 3_600_000;
const keptDays = 30;
const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** Any hour of any coin, to save as a file or to recompute here. */
export function HourCheck({ keys }: { keys: readonly string[] }) {
  const { t } = useWords();
  const [symbol, setSymbol] = useState('BTC');
  const [date, setDate] = useState(() => utcDay(serverNow() - hourMs));
  const [hour, setHour] = useState(() => new Date(serverNow() - hourMs).toISOString().slice(11, 13));
  const fetchHour = () =>
    call<typeof downloadTicks>('POST', '/index/market/ticks', { symbol, hour: `${date}T${hour}` });
  const saving = useMutation({
    mutationFn: async () => saveText(await fetchHour()),
    meta: { quiet: true },
  });
  const checking = useMutation({
    mutationFn: async () => checkFile((await fetchHour()).text, keys),
    meta: { quiet: true },
  });
  const error = saving.error ?? checking.error;
  const file = `tape-${symbol}-${date}T${hour}.csv`;
  function change(set: (value: string) => void) {
    return (value: string) => {
      set(value);
      saving.reset();
      checking.reset();
    };
  }
  return (
    <Section title={t('tape.hour')} text={t('tape.hourText')}>
      <div className={styles.choices}>
        <SelectField
          label={t('tape.coin')}
          value={symbol}
          onChange={change(setSymbol)}
          options={coins.map((coin) => ({ value: coin.symbol, label: `${coin.symbol} · ${coin.name}` }))}
        />
        <TextField
          type="date"
          label={t('tape.date')}
          value={date}
          onChange={change(setDate)}
          min={utcDay(serverNow() - keptDays * dayMs)}
          max={utcDay(serverNow())}
        />
        <SelectField
          label={t('tape.hourUtc')}
          value={hour}
          onChange={change(setHour)}
          options={hours.map((value) => ({ value, label: `${value}:00` }))}
        />
      </div>
      <div className={styles.acts}>
        <Button small kind="proof" icon="proof" busy={checking.isPending} onClick={() => checking.mutate()}>
          {t('tape.checkHour')}
        </Button>
        <Button small kind="line" icon="download" busy={saving.isPending} onClick={() => saving.mutate()}>
          {t('tape.download')}
        </Button>
      </div>
      {error && (
        <Note tone="error" role="alert">
          {sentenceOf(error)}
        </Note>
      )}
      {checking.data && <Result check={checking.data} />}
      <p className={styles.lead}>{t('tape.offline')}</p>
      <pre className={styles.command}>
        {`npx glasshouse-verify ticks ${file} --key ${keys[0]}\nnpx glasshouse-verify day tape.json ${file}`}
      </pre>
      <p className={styles.lead}>{t('tape.needCopy', { command: 'npm install' })}</p>
    </Section>
  );
}

function Result({ check: { ticks, signed, fault, milliseconds: ms } }: { check: FileCheck }) {
  const { t } = useWords();
  const count = formatWhole(ticks);
  if (fault) {
    const number = tickNumber(fault.slot);
    const time = formatTime(fault.slot * slotMs);
    return (
      <Verdict
        state="wrong"
        title={t('tape.recomputed')}
        result={t('tape.differs')}
        text={t(`tape.faults.${fault.what}`, { number, slot: fault.slot, time })}
      />
    );
  }
  const text =
    signed === undefined
      ? t('tape.hourUnsigned', { count, ms })
      : t('tape.hourRight', { count, ms, number: tickNumber(signed) });
  return <Verdict state="ok" title={t('tape.recomputed')} result={t('tape.matches')} text={text} />;
}
