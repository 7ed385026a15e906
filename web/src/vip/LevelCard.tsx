import { topLevel } from '@glasshouse/protocol/vip/levels';
import { useHidden } from '../lib/hidden.ts';
import { useWords, Words } from '../lib/words.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { plain } from './amounts.ts';
import styles from './Vip.module.css';
import type { Vip } from './vip.ts';

/** The level, its expiry, and how much of its limits is used. */
export function LevelCard({ vip }: { vip: Vip }) {
  const { t } = useWords();
  const hidden = useHidden();
  const rule = vip.levels.find(({ level }) => level === vip.level);
  return (
    <section className={styles.card} aria-labelledby="level">
      <Panes level={vip.level} />
      <div className={styles.words}>
        <small>{t('vip.yourLevel')}</small>
        <h2 id="level">{t('ui.vip', { level: vip.level })}</h2>
        <p>
          {vip.endsAt && <Words k="vip.ends" time={<TimeText at={vip.endsAt} />} />}
          {vip.refundFrom && <Words k="vip.heldUntil" date={<TimeText at={vip.refundFrom} part="date" />} />}{' '}
          {t(rule ? 'vip.canReceive' : 'vip.cannotReceive')}
        </p>
        {rule && !hidden && <p>{t('vip.holds', { amount: plain(vip.deposit) })}</p>}
      </div>
      {rule && (
        <div className={styles.bars}>
          <Bar label={t('vip.today')} received={vip.receivedToday} limit={rule.perDay} hidden={hidden} />
          <Bar label={t('vip.month')} received={vip.receivedThisMonth} limit={rule.perMonth} hidden={hidden} />
        </div>
      )}
    </section>
  );
}

type BarProps = { label: string; received: string; limit: string; hidden: boolean };
function Bar({ label, received, limit, hidden }: BarProps) {
  const { t } = useWords();
  const percent = hidden ? 0 : Math.min(100, (Number(received) / Number(limit)) * 100);
  const said = t('vip.of', { received: hidden ? '••••' : plain(received), limit: plain(limit) });
  return (
    <div>
      <div className={styles.barWords}>
        <span>
          {label}
          <span className="vh"> {t('vip.received')}</span>
        </span>
        <b>{said}</b>
      </div>
      <span
        role="progressbar"
        aria-label={`${label}: ${t('vip.received')}`}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={said}
        aria-valuemin={0}
        aria-valuemax={100}
        className={styles.track}
      >
        <i style={{ width: `${percent}%` }} />
      </span>
    </div>
  );
}

/** One pane of glass per level; the user's own levels are clear. */
function Panes({ level }: { level: number }) {
  return (
    <svg className={styles.panes} viewBox="0 0 120 132" aria-hidden="true">
      {Array.from({ length: topLevel }, (_, place) => (
        <path
          key={place}
          className={place < level ? styles.had : styles.ahead}
          d={`M60 ${72 - place * 17}l58 28-58 28-58-28z`}
        />
      ))}
    </svg>
  );
}
