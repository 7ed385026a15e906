import { formatExact, placesOf } from '@glasshouse/kit/format.ts';
import { saveFile } from '@glasshouse/kit/save-file.ts';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import { readTerms } from '@glasshouse/protocol/wealth/read-terms';
import { nameOf } from '../lib/wealth-names.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Money } from '../ui/Money.tsx';
import { Note } from '../ui/Note.tsx';
import { Progress } from '../ui/Progress.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { AfterPrice } from './Calculator.tsx';
import { agrees, isComplete, promised, type Shown, scheduleFor } from './check.ts';
import { EndEarly } from './EndEarly.tsx';
import { Day } from './Figure.tsx';
import styles from './Holdings.module.css';
import { HoldingTag } from './HoldingTag.tsx';
import { Payments } from './Payments.tsx';
import { exactly, formulaOf, gained } from './sums.ts';

/** An order compared to its schedule, which is computed here from its terms. */
export function HoldingShown({ shown }: { shown: Shown }) {
  const { holding, income, returned } = shown;
  const payments = promised(shown);
  const total = payments.reduce((all, { amount }) => all + amount, 0n);
  const { amount, returned: back } = scheduleFor(holding);
  const { terms, endsAt, ending } = holding;
  return (
    <>
      <HoldingStatus shown={shown} total={total} />
      {payments.length > 0 && (
        <Payments
          payments={payments}
          total={total}
          price={terms.kind === 'machine' ? amount : undefined}
          returned={back > 0n ? { at: Date.parse(returned?.at ?? endsAt), amount: back } : undefined}
          booked={income.length}
          exact={terms.kind === 'pledge'}
        />
      )}
      <Check shown={shown} />
      {terms.kind === 'pledge' && ending === null && <EndEarly holding={holding} interest={formatUsdt(total)} />}
    </>
  );
}

/** The progress and facts of an order. */
function HoldingStatus({ shown: { holding, returned }, total }: { shown: Shown; total: bigint }) {
  const { t, locale } = useWords();
  const { id, terms, units, state, amount, earned, boughtAt, startsAt, endsAt, endedAt, ending, product, version } =
    holding;
  const booked = parseUnits(earned, 'USDT')!;
  const byDay = terms.kind !== 'pledge';
  return (
    <>
      <Card pad>
        <p className="vh" role="status">
          {t(`wealth.progress.${state}`)} {formatExact(earned)} USDT
        </p>
        <div className={styles.top}>
          <h2>{nameOf(locale, holding)}</h2>
          <HoldingTag holding={holding} />
        </div>
        <div className={styles.earned}>
          <div>
            <small>{t('wealth.earnedLabel')}</small>
            <Money amount={earned} currency="USDT" signed size="large" decimals={placesOf(earned)} />
          </div>
          <div>
            <small>{t('wealth.promise')}</small>
            <b>{gained(total)}</b>
            {terms.kind === 'machine' && (
              <small>
                <AfterPrice price={parseUnits(amount, 'USDT')!} total={total} />
              </small>
            )}
          </div>
        </div>
        <Progress label={t('wealth.earnedLabel')} percent={total === 0n ? 0 : Number((booked * 1000n) / total) / 10} />
        <p className={styles.next}>
          <Next shown={holding} />
        </p>
      </Card>
      <Card pad>
        <KeyValues>
          <KeyValue label={t('wealth.paid')} note={terms.kind === 'machine' && t('wealth.notReturned')}>
            {formatExact(amount)} USDT
          </KeyValue>
          {/* After an early end, the income of the terms is forfeited. */}
          <KeyValue
            label={t(ending === 'early' ? 'wealth.givenUp' : 'wealth.sum')}
            note={`= ${exactly(scheduleFor(holding).total)}`}
          >
            {formulaOf(readTerms(terms), units)}
          </KeyValue>
          <KeyValue label={t('wealth.boughtAt')}>
            <TimeText at={boughtAt} />
          </KeyValue>
          {byDay && (
            <KeyValue label={t('wealth.startsAt')}>
              <Day at={startsAt} />
            </KeyValue>
          )}
          {ending !== 'early' && (
            <KeyValue label={t('wealth.endsAt')}>{byDay ? <Day at={endsAt} /> : <TimeText at={endsAt} />}</KeyValue>
          )}
          {endedAt && (
            <KeyValue label={t('wealth.endedAt')} note={ending && t(`wealth.endings.${ending}`)}>
              <TimeText at={endedAt} />
            </KeyValue>
          )}
          {returned && <KeyValue label={t('wealth.table.returned')}>{formatExact(returned.amount)} USDT</KeyValue>}
          <KeyValue label={t('wealth.version')}>
            {product}.{version}
          </KeyValue>
          <KeyValue label={t('wealth.reference')}>
            <span className={styles.reference}>{id}</span>
          </KeyValue>
        </KeyValues>
      </Card>
    </>
  );
}

/** The next event, or the last one. */
function Next({ shown: { state, terms, startsAt, endsAt, ending } }: { shown: Shown['holding'] }) {
  const { t } = useWords();
  if (ending === 'early') return t('wealth.next.early');
  if (state === 'settling') return t('wealth.next.settling');
  if (state === 'ended') return t(terms.kind === 'machine' ? 'wealth.next.ran' : 'wealth.next.ended');
  if (terms.kind === 'pledge') return <Words k="wealth.next.pledge" time={<TimeText at={endsAt} />} />;
  if (state === 'not_started') return <Words k="wealth.next.not_started" date={<Day at={startsAt} />} />;
  return t('wealth.next.in_progress');
}

/** Checks here whether the books match the terms, and offers the order as a file to check elsewhere. */
function Check({ shown }: { shown: Shown }) {
  const { t } = useWords();
  const { holding, income } = shown;
  const save = () =>
    saveFile(`income-simulated-${holding.id}.json`, [JSON.stringify(shown, null, 2)], 'application/json');
  const isRight = agrees(shown);
  const { title, text } = isRight
    ? found(shown)
    : { title: 'wealth.check.differs' as const, text: 'wealth.check.differsText' as const };
  return (
    <>
      <Note tone={isRight ? 'brand' : 'error'} title={t(title)}>
        {t(text, { count: income.length })}
        <code className={styles.command}>glasshouse-verify income income-simulated-{holding.id.slice(0, 8)}….json</code>
      </Note>
      <Button kind="proof" icon="download" onClick={save}>
        {t('wealth.check.save')}
      </Button>
    </>
  );
}

/** A text about the compared items if nothing differs; nothing while nothing is booked. */
function found(shown: Shown) {
  if (shown.income.length > 0) return { title: 'wealth.check.agrees', text: 'wealth.check.agreesText' } as const;
  if (shown.returned) return { title: 'wealth.check.agrees', text: 'wealth.check.backText' } as const;
  return {
    title: isComplete(shown, shown.time) ? 'wealth.check.notDue' : 'wealth.check.notBooked',
    text: 'wealth.check.nothingText',
  } as const;
}
