import { formatWhole } from '@glasshouse/kit/format.ts';
import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import { saveText } from '@glasshouse/kit/save-file.ts';
import { toHex } from '@glasshouse/protocol/bytes';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import type { Checked } from '@glasshouse/protocol/orders/receipt';
import { cosignersIn } from '@glasshouse/protocol/orders/receipt-log';
import type { OwnersLog } from '@glasshouse/protocol/orders/shapes';
import { type ReactNode, useId } from 'react';
import { useLogMemory } from '../lib/log-memory.ts';
import { Link } from '../lib/router.tsx';
import { useWords, Words } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Hash } from '../ui/Hash.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Note } from '../ui/Note.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './LogCard.module.css';
import { useCosigners, useLogNow } from './log-now.ts';
import { hadLog, headIn, lengthThen } from './log-words.ts';
import { bothOf } from './receipt.ts';

type LogCardProps = { receipt: AnyReceipt; checked: Checked | undefined; keys: readonly string[] };

/** The order's place in the public log: whether it was logged before its outcome and is still there. */
export function LogCard({ receipt, checked, keys }: LogCardProps) {
  const { t } = useWords();
  const id = useId();
  const { log, order } = receipt;
  const isMissing = hadLog(
    order.at,
    useLogMemory(({ since }) => since),
  );
  const isWrong = checked?.checks.some(({ name, ok }) => ['log', 'before', 'sold'].includes(name) && !ok) ?? false;
  // Some spot orders enter the log just after the tick that fills them.
  const isBefore = !checked || checked.checks.some(({ name }) => name === 'before');
  return (
    <Card pad aria-labelledby={id} className={styles.log}>
      <h2 id={id}>{t('receipt.log.title')}</h2>
      {!log && isMissing && (
        <Note tone="error" role="alert">
          {t('receipt.log.missing')}
        </Note>
      )}
      {!log && !isMissing && <p className={styles.lead}>{t('receipt.log.older')}</p>}
      {log && isWrong && <Note tone="error">{t('receipt.log.wrong')}</Note>}
      {log && !isWrong && (
        <>
          <p className={styles.places}>
            {log.sale ? (
              <Words
                k="receipt.log.soldPlace"
                place={<Place at={log.order.place} />}
                sale={<Place at={log.sale.place} />}
              />
            ) : isBefore && log.outcome ? (
              <Words
                k="receipt.log.place"
                place={<Place at={log.order.place} />}
                outcome={<Place at={log.outcome.place} />}
              />
            ) : (
              <Words k="receipt.log.ownPlace" place={<Place at={log.order.place} />} />
            )}
          </p>
          {log.outcome && (
            <p className={styles.lead}>
              {t(log.sale ? 'receipt.log.soldWhy' : isBefore ? 'receipt.log.why' : 'receipt.log.late')}
            </p>
          )}
          <ul className={styles.facts}>
            <Cosigned log={log} />
            {checked && <Now receipt={receipt} log={log} keys={keys} />}
          </ul>
          <Details log={log} />
        </>
      )}
    </Card>
  );
}

/** A place in the log that links to its entry. */
const Place = ({ at }: { at: number }) => <Link to={`/publiclog/${at}`}>{formatWhole(at)}</Link>;

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li data-ok={icon === 'check' ? '' : undefined}>
      <Icon name={icon} size={18} />
      <span>{children}</span>
    </li>
  );
}

function Cosigned({ log }: { log: OwnersLog }) {
  const { t } = useWords();
  const names = useCosigners(log);
  if (!names) return null;
  if (names.length === 0) return <Fact icon="info">{t('receipt.log.alone')}</Fact>;
  return <Fact icon="check">{t('receipt.log.cosigned', { count: names.length })}</Fact>;
}

/** Compares the current log with the one in the receipt. */
function Now({ receipt, log, keys }: { receipt: AnyReceipt; log: OwnersLog; keys: readonly string[] }) {
  const { t } = useWords();
  const now = useLogNow(log, keys);
  if (now.state === 'agrees')
    return <Fact icon="check">{t('receipt.log.now.agrees', { size: formatWhole(now.size) })}</Fact>;
  if (now.state === 'agreed')
    return (
      <Fact icon="offline">
        <Words k="receipt.log.now.agreed" time={<TimeText at={now.at} part="clear" />} />
      </Fact>
    );
  if (now.state !== 'differs') return <Fact icon="info">{t(`receipt.log.now.${now.state}`)}</Fact>;
  return (
    <li>
      <Note tone="error" role="alert">
        <p>{t('receipt.log.now.differs')}</p>
        <Button small kind="line" onClick={() => saveText(bothOf(receipt, now.checkpoint))}>
          {t('receipt.log.saveBoth')}
        </Button>
      </Note>
    </li>
  );
}

function Details({ log }: { log: OwnersLog }) {
  const { t } = useWords();
  const names = cosignersIn(log);
  const head = headIn(log);
  return (
    <details className={styles.details}>
      <summary>
        <Icon name="chev" size={14} />
        {t('receipt.log.details')}
      </summary>
      <KeyValues>
        <KeyValue label={t('receipt.log.size')}>{lengthThen(log)}</KeyValue>
        {head && (
          <KeyValue label={t('receipt.log.root')}>
            <Hash value={toHex(head.root)} label={t('receipt.log.root')} />
          </KeyValue>
        )}
        <KeyValue label={t('receipt.log.together')}>{formatWhole(log.order.count)}</KeyValue>
        {names.length > 0 && <KeyValue label={t('receipt.log.names')}>{names.join(', ')}</KeyValue>}
      </KeyValues>
      {names.length > 0 && <p className={styles.lead}>{t('receipt.log.unknown', { command: 'glasshouse-verify' })}</p>}
    </details>
  );
}
