import { saveText } from '@glasshouse/kit/save-file.ts';
import type { Alarm } from '../lib/log-memory.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Hash } from '../ui/Hash.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { Verdict } from '../ui/Verdict.tsx';
import { Part } from './Part.tsx';
import styles from './PublicLog.module.css';

/** The two contradictory statements with their signatures, to read, save and show to others. */
export function Forked({ alarm }: { alarm: Alarm }) {
  const { t } = useWords();
  const { what, at, keys, before, after, proof } = alarm;
  const save = () => {
    const content = {
      simulated: t('ui.simulatedMeaning'),
      what,
      at: new Date(at).toISOString(),
      keys,
      before,
      after,
      proof,
    };
    saveText({ name: 'two-pasts.json', text: JSON.stringify(content, null, 2) });
  };
  return (
    <>
      <Verdict state="wrong" title={t(`log.strip.${what}`)} text={t(`log.alarm.${what}`)} />
      <Part title={t('log.alarm.both')} aside={<TimeText at={at} />} text={t('log.alarm.stays')}>
        <h3 className={styles.small}>{t('log.alarm.before')}</h3>
        <pre className={styles.note}>{before}</pre>
        <h3 className={styles.small}>{t('log.alarm.after')}</h3>
        <pre className={styles.note}>{after}</pre>
        {keys.map((key) => (
          <Hash key={key} value={key} label={t('log.key')} />
        ))}
        <Button icon="download" onClick={save}>
          {t('log.alarm.save')}
        </Button>
        <p className={styles.help}>{t('log.onThisDevice')}</p>
      </Part>
    </>
  );
}
