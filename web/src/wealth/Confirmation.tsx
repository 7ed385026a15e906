import { formatExact } from '@glasshouse/kit/format.ts';
import { formatUsdt } from '@glasshouse/protocol/money';
import { utcDay } from '@glasshouse/protocol/utc-day';
import type { buyProduct } from '@glasshouse/protocol/wealth/calls';
import { readTerms } from '@glasshouse/protocol/wealth/read-terms';
import { scheduleOf } from '@glasshouse/protocol/wealth/schedule';
import { termText } from '@glasshouse/protocol/wealth/term-text';
import { type FormEvent, useId, useMemo } from 'react';
import { call } from '../lib/call.ts';
import { type ConfirmedBy, withProof } from '../lib/confirm.ts';
import { useHidden } from '../lib/hidden.ts';
import { useAct } from '../lib/use-act.ts';
import { nameOf } from '../lib/wealth-names.ts';
import { useWords, Words } from '../lib/words.tsx';
import { ActionBar } from '../ui/ActionBar.tsx';
import { ActPassword } from '../ui/ActPassword.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { MoneyProblem } from '../ui/MoneyProblem.tsx';
import { Note } from '../ui/Note.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { useConfirmation } from '../ui/use-confirmation.ts';
import { AfterPrice } from './Calculator.tsx';
import { Payments } from './Payments.tsx';
import styles from './Product.module.css';
import { useMinute } from './use-minute.ts';
import { type Holding, type Product, splitOf, useMoney, type Wallets } from './wealth.ts';

type Body = { product: number; version: number; units: number; fromFund: boolean; by: ConfirmedBy };
const path = '/index/wealth/buy';

/** Buys once per confirmation, however often it is retried. */
const useBuy = (onBought: (holding: Holding) => void) =>
  useAct({
    name: 'buy',
    send: async ({ by, ...body }: Body & { id: string }) =>
      call<typeof buyProduct>('POST', path, await withProof(path, body, by)),
    // Neither the proof nor the source of the money is part of the purchase.
    sameness: ({ product, version, units }) => `${product} ${version} ${units}`,
    onDone: ({ holding }) => onBought(holding),
  });

type ConfirmationProps = { product: Product; units: number; onBought: (holding: Holding) => void };

const write = (units: bigint) => formatExact(formatUsdt(units));

/** The full consequences of the purchase, and the trade password that makes it. */
export function Confirmation({ product, units, onBought }: ConfirmationProps) {
  const { t, locale } = useWords();
  const form = useId();
  const now = useMinute();
  const money = useMoney();
  const terms = useMemo(() => readTerms(product.terms), [product.terms]);
  const schedule = useMemo(() => scheduleOf(terms, BigInt(units), now), [terms, units, now]);
  const { amount, total, income, returned, endsAt } = schedule;
  const act = useBuy(onBought);
  const password = useConfirmation(act);
  const { fromFund, short } = money ? splitOf(amount, money) : { fromFund: 0n, short: 0n };
  const wish = {
    ...{ product: product.product, version: product.version, units },
    ...{ fromFund: fromFund > 0n, by: password.by },
  };
  // A purchase with an unknown outcome ignores a lack of money: sending it again finds out what happened.
  const isUnsure = act.isUnsure(wish);
  const isShort = !isUnsure && short > 0n;
  const isOpen = isUnsure || product.state === 'open';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password.isWhole && isOpen && !isShort) act.start(wish);
  };
  return (
    <>
      <Card pad className={styles.lines}>
        <h2>{nameOf(locale, product)}</h2>
        <KeyValues>
          <KeyValue
            label={t('wealth.cost')}
            note={units > 1 && terms.kind === 'machine' && `${units} × ${write(terms.unit)}`}
          >
            <b>{write(amount)} USDT</b>
          </KeyValue>
          <KeyValue label={t(terms.kind === 'pledge' ? 'wealth.thePeriod' : 'wealth.theTerm')}>
            {termText(locale, product.terms)}
          </KeyValue>
          <KeyValue
            label={t('wealth.incomeInAll')}
            note={
              terms.kind === 'machine' ? (
                <AfterPrice price={amount} total={total} />
              ) : (
                t('wealth.payments', { count: income.length })
              )
            }
          >
            +{write(total)} USDT
          </KeyValue>
          <KeyValue
            label={t('wealth.comesBack')}
            note={
              terms.kind === 'machine' ? (
                t('wealth.notReturned')
              ) : terms.kind === 'trust' ? (
                <Words k="wealth.onDate" date={<span className={styles.date}>{utcDay(endsAt)}</span>} />
              ) : (
                <Words k="wealth.onDate" date={<TimeText at={endsAt} />} />
              )
            }
          >
            {write(returned)} USDT
          </KeyValue>
          {/* Money that may already be paid isn't deducted from the wallet again. */}
          {!isUnsure && <After money={money} amount={amount} />}
        </KeyValues>
      </Card>
      <Note>{t(`wealth.know.${terms.kind}`)}</Note>
      <Card pad>
        <form id={form} className={styles.form} noValidate onSubmit={submit}>
          <MoneyProblem error={act.error} unsure={isUnsure && !act.isPending} unanswered={t('wealth.unanswered')} />
          <ActPassword {...password.field} />
        </form>
      </Card>
      <Payments
        payments={income}
        total={total}
        price={terms.kind === 'machine' ? amount : undefined}
        returned={returned > 0n ? { at: endsAt, amount: returned } : undefined}
        exact={terms.kind === 'pledge'}
      />
      <ActionBar note={isShort && !act.isLost && t('wealth.short', { amount: write(short) })}>
        {isShort && !act.isPending ? (
          <ButtonLink to="/pay/deposit">{t('titles.deposit')}</ButtonLink>
        ) : (
          <ConfirmButton
            confirmation={password}
            form={form}
            busy={act.isPending}
            obstacle={isUnsure || product.state === 'open' ? undefined : t(`wealth.cannot.${product.state}`)}
          >
            {t('wealth.confirm', { amount: write(amount) })}
          </ConfirmButton>
        )}
      </ActionBar>
    </>
  );
}

/** The amount drawn from Funding and the balance afterwards, with the calculation. */
function After({ money, amount }: { money: Wallets | undefined; amount: bigint }) {
  const { t } = useWords();
  const hidden = useHidden();
  if (money === undefined) return null;
  const { wallet } = money;
  const { fromFund, short } = splitOf(amount, money);
  const sum =
    fromFund > 0n ? `${write(wallet)} + ${write(fromFund)} − ${write(amount)}` : `${write(wallet)} − ${write(amount)}`;
  return (
    <>
      {fromFund > 0n && short === 0n && (
        <KeyValue label={t('wealth.fromFund')} note={t('wealth.fromFundWhy')}>
          {hidden ? '••••' : `${write(fromFund)} USDT`}
        </KeyValue>
      )}
      <KeyValue label={t('wealth.walletAfter')} note={!hidden && short === 0n && sum}>
        {hidden ? '••••' : short > 0n ? t('wealth.notEnough') : `${write(wallet + fromFund - amount)} USDT`}
      </KeyValue>
    </>
  );
}
