import { useWords } from '../lib/words.tsx';
import styles from './ConfirmSheet.module.css';
import type { oddsOf } from './odds.ts';

/** Win, loss and break-even in one line: what has to be in view together with the button. */
export function AtAGlance({ odds: { gain, loss, breakEven } }: { odds: ReturnType<typeof oddsOf> }) {
  const { t } = useWords();
  const figures = [
    { name: t('orders.ifRight'), figure: gain, look: styles.up },
    { name: t('orders.ifWrong'), figure: loss, look: styles.down },
    { name: t('results.breakEven'), figure: breakEven, look: undefined },
  ];
  return (
    <dl className={styles.glance}>
      {figures.map(({ name, figure, look }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={look}>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
