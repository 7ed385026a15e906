import { classes } from '@glasshouse/kit/classes.ts';
import { useId } from 'react';
import { useWords, Words } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Note } from '../ui/Note.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { plain } from './amounts.ts';
import styles from './Vip.module.css';
import type { Vip } from './vip.ts';

type LevelsProps = { vip: Vip; chosen: number | undefined; onChoose: (level: number) => void };

/** All levels with their limits and deposits. Levels above the user's own can be chosen. */
export function Levels({ vip, chosen, onChoose }: LevelsProps) {
  const { t } = useWords();
  const name = useId();
  const none = { level: 0, perDay: '0', perMonth: '0', deposit: '0' };
  return (
    <Card>
      <table className={styles.levels} aria-label={t('vip.levels')}>
        <thead>
          <tr>
            <th scope="col">{t('vip.level')}</th>
            <th scope="col">{t('vip.perDay')}</th>
            <th scope="col">{t('vip.perMonth')}</th>
            <th scope="col">{t('vip.deposit')}</th>
          </tr>
        </thead>
        <tbody>
          {[none, ...vip.levels].map(({ level, perDay, perMonth, deposit }) => {
            const own = level === vip.level;
            const words = t('ui.vip', { level });
            return (
              <tr
                key={level}
                className={classes(own && styles.own, level === 0 && styles.none, level === chosen && styles.chosen)}
                aria-current={own || undefined}
              >
                <th scope="row">
                  {chosen !== undefined && level > vip.level ? (
                    <label className={styles.choice}>
                      {words}
                      <input
                        type="radio"
                        name={name}
                        checked={level === chosen}
                        aria-label={`${t('vip.choose')}: ${words}`}
                        onChange={() => onChoose(level)}
                      />
                    </label>
                  ) : (
                    <>
                      {words} {own && <small>{t('vip.you')}</small>}
                    </>
                  )}
                </th>
                <td>{level === 0 ? t('vip.nothing') : plain(perDay)}</td>
                <td>{level === 0 ? t('vip.nothing') : plain(perMonth)}</td>
                <td>{plain(deposit)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={styles.caption}>{t('vip.caption')}</p>
      {vip.next && <Announced next={vip.next} />}
    </Card>
  );
}

/** Announced deposits. Deposits already held don't change. */
function Announced({ next }: { next: NonNullable<Vip['next']> }) {
  const { t } = useWords();
  const list = next.deposits.map((deposit, place) => `${t('ui.vip', { level: place + 1 })}: ${plain(deposit)}`);
  return (
    <div className={styles.announced}>
      <Note tone="amber" icon="clock">
        <Words k="vip.announced" time={<TimeText at={next.from} />} list={list.join(', ')} />
      </Note>
    </div>
  );
}
