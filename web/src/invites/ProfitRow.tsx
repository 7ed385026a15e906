import { formatDecimal, formatTime } from '@glasshouse/kit/format.ts';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { Figures } from '../ui/Figures.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Money } from '../ui/Money.tsx';
import { Row } from '../ui/Row.tsx';
import styles from './InviteScreen.module.css';
import { type Profit, percentOf } from './invites.ts';

/** One reward or share: whom it is for, what it is a part of, or one sentence why it wasn't paid. */
export function ProfitRow({ profit: { source, at, name, amount, withheld, of } }: { profit: Profit }) {
  const { t } = useWords();
  const hidden = useHidden();
  return (
    <Row
      lead={<Mark icon={source === 'new_user' ? 'invite' : 'market'} />}
      title={t(`invite.sources.${source}`)}
      sub={
        <>
          {formatTime(at)} · {name ?? t('invite.deleted')}
          {withheld && <span className={styles.why}>{t(`invite.withheld.${withheld}`)}</span>}
        </>
      }
      value={
        withheld ? (
          t('invite.withheldMark')
        ) : (
          <Figures
            below={
              <small>
                {of && !hidden
                  ? t('invite.of', { share: percentOf(of.share), base: formatDecimal(of.base) })
                  : !of && t('invite.isVerified')}
              </small>
            }
          >
            <span className={styles.gain}>
              <Money amount={amount} signed hidden={hidden} />
            </span>
          </Figures>
        )
      }
    />
  );
}
