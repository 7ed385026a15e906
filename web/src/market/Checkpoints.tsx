import { shortHash } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import type { Output } from '@glasshouse/protocol/endpoint';
import type { showTape } from '@glasshouse/protocol/market/calls';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { useWords } from '../lib/words.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { Section } from './Section.tsx';
import styles from './TapeView.module.css';

type Tape = Output<typeof showTape>;
const shown = 6;

type CheckpointsProps = { checkpoints: Tape['checkpoints']; wrong: ReadonlySet<number> | undefined };

/** The newest signatures of all prices, each with the result of this browser's check. Failed ones come first. */
export function Checkpoints({ checkpoints, wrong }: CheckpointsProps) {
  const { t } = useWords();
  const faulty = checkpoints.filter(({ slot }) => wrong?.has(slot));
  const list = [...faulty, ...checkpoints.filter(({ slot }) => !wrong?.has(slot))].slice(0, shown);
  return (
    <Section title={t('tape.checkpoints')} text={t('tape.checkpointsText')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('tape.tick')}</th>
            <th scope="col">{t('tape.time')}</th>
            <th scope="col">{t('tape.root')}</th>
            <th scope="col">
              <span className="vh">{t('tape.check')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map(({ slot, root }) => (
            <tr key={slot} data-wrong={wrong?.has(slot) || undefined}>
              <td>#{tickNumber(slot)}</td>
              <td>
                <TimeText at={slot * slotMs} part="time" />
              </td>
              <td>
                <code>{shortHash(root)}</code>
              </td>
              <td>
                {wrong && (
                  <>
                    <Icon name={wrong.has(slot) ? 'close' : 'check'} size={16} />
                    <span className="vh">{t(wrong.has(slot) ? 'tape.wrong' : 'tape.right')}</span>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
