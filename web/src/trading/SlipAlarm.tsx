import { saveText } from '@glasshouse/kit/save-file.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import styles from './SlipAlarm.module.css';
import { doubtText, type KeptSlip, markRead, slipFile } from './slips.ts';

/** The problem with the last acceptance. It replaces the buttons, so that the user reads it before continuing. */
export function SlipAlarm({ slip }: { slip: KeptSlip }) {
  const { t } = useWords();
  return (
    <>
      <Note tone="error" role="alert" title={t('contract.doubts.title')}>
        {slip.doubts!.map((doubt) => doubtText(doubt, slip)).join(' ')} {t('contract.alarm.text')}
      </Note>
      <div className={styles.alarm}>
        <Button kind="line" icon="download" onClick={() => saveText(slipFile(slip))}>
          {t('contract.alarm.save')}
        </Button>
        <Button kind="ink" onClick={() => markRead(slip.order.id)}>
          {t('contract.alarm.read')}
        </Button>
      </div>
    </>
  );
}
