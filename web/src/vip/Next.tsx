import { refundMonths } from '@glasshouse/protocol/vip/levels';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { plain } from './amounts.ts';
import styles from './Vip.module.css';
import type { Vip } from './vip.ts';

/** The benefits of the chosen level. */
export function Next({ rule }: { rule: Vip['levels'][number] }) {
  const { t } = useWords();
  const first = rule.level === 1;
  return (
    <Card pad className={styles.section} aria-labelledby="next">
      <h2 id="next">{t('vip.next', { level: rule.level })}</h2>
      <KeyValues>
        <KeyValue label={t('vip.mayReceive')}>
          {t('vip.perDayAndMonth', { day: plain(rule.perDay), month: plain(rule.perMonth) })}
        </KeyValue>
        <KeyValue label={t('vip.oneTap')}>{t('vip.oneTapText')}</KeyValue>
        <KeyValue label={t('vip.lasts')}>
          {first ? t('vip.lastsFirst') : t('vip.lastsOn', { months: refundMonths })}
        </KeyValue>
      </KeyValues>
    </Card>
  );
}
