import { formatExact } from '@glasshouse/kit/format.ts';
import type { exchange } from '@glasshouse/protocol/assets/calls';
import { compareDecimal, tidyDecimal } from '@glasshouse/protocol/decimal';
import { scales } from '@glasshouse/protocol/money';
import { type FormEvent, useState } from 'react';
import type { Overview } from '../lib/assets.ts';
import { useBack } from '../lib/back.ts';
import { call, Refused } from '../lib/call.ts';
import { useSearchParams } from '../lib/router.tsx';
import { useAct } from '../lib/use-act.ts';
import { useWords } from '../lib/words.tsx';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Button } from '../ui/Button.tsx';
import { MoneyProblem } from '../ui/MoneyProblem.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Segments } from '../ui/Segments.tsx';
import { showToast } from '../ui/toast.ts';
import { After } from './After.tsx';
import styles from './Assets.module.css';
import { otherSide, quoteOf, type Side } from './exchange.ts';
import { OwnAmount } from './OwnAmount.tsx';
import { WithOverview } from './WithOverview.tsx';
import { Working } from './Working.tsx';

/** Exchanges fund USDT and cash CNY at the site's rate. */
export function ExchangeScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.exchange')} onBack={useBack()} />
      <main className={styles.page}>
        <WithOverview>{(overview) => <ExchangeForm overview={overview} />}</WithOverview>
      </main>
    </>
  );
}

type RateProblemProps = { error: unknown; sent: string | undefined; rate: string };

/** A changed rate isn't an error: says how it changed; the result above already uses the new one. */
function RateProblem({ error, sent, rate }: RateProblemProps) {
  const { t } = useWords();
  if (!(error instanceof Refused && error.reason === 'rate_changed'))
    return <MoneyProblem error={error} unanswered={t('assets.unanswered')} />;
  return (
    <Note tone="amber" icon="refresh" role="alert" title={t('assets.exchange.rateChanged')}>
      {sent !== undefined && sent !== rate && t('assets.exchange.newRate', { old: sent, rate })}
    </Note>
  );
}

type Values = { from: Side; amount: string; rate: string };

const walletOf = { USDT: 'fund', CNY: 'cash' } as const;

function ExchangeForm({ overview: { wallets, cnyRate: rate, nextRate } }: { overview: Overview }) {
  const { t } = useWords();
  const [search] = useSearchParams();
  const [from, setFrom] = useState<Side>(search.get('from') === 'CNY' ? 'CNY' : 'USDT');
  const [amount, setAmount] = useState('');
  const [missing, setMissing] = useState(false);
  const heldIn = (side: Side) =>
    wallets.find(({ wallet }) => wallet === walletOf[side])?.balances.find(({ currency }) => currency === side)
      ?.amount ?? '0.00';
  const to = otherSide(from);
  const quote = quoteOf(from, amount, rate);
  const act = useAct({
    name: 'exchange',
    send: (body: Values & { id: string }) => call<typeof exchange>('POST', '/index/assets/exchange', body),
    sameness: (body) => `${body.from} ${body.amount}`,
    onDone: ({ received }, { from }) => {
      change(() => setAmount(''));
      const got = otherSide(from);
      showToast({
        kind: 'success',
        text: t('assets.exchange.done', { amount: formatExact(received), currency: got }),
        action: { label: t('titles.statement'), to: `/assets/${walletOf[got]}` },
      });
    },
  });
  const empty = quote === undefined || compareDecimal(amount, '0') <= 0;
  const tooSmall = !empty && compareDecimal(quote.received, '0') === 0;
  const change = (set: () => void) => {
    set();
    setMissing(false);
    if (!act.isPending) act.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(empty);
    if (empty || tooSmall || compareDecimal(amount, heldIn(from)) > 0) return;
    act.start({ from, amount: tidyDecimal(amount), rate });
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Segments
        as="radio"
        label={t('assets.exchange.direction')}
        options={(['USDT', 'CNY'] as const).map((value) => ({
          value,
          label: t('assets.exchange.way', { from: value, to: otherSide(value) }),
        }))}
        value={from}
        onChange={(chosen) =>
          change(() => {
            setFrom(chosen);
            setAmount('');
          })
        }
      />
      <OwnAmount
        key={from}
        value={amount}
        currency={from}
        balance={heldIn(from)}
        missing={missing}
        onChange={(typed) => change(() => setAmount(typed))}
      />
      <Working quote={quote} to={to} rate={rate} next={nextRate} tooSmall={tooSmall} smallest={scales[to]} />
      <After
        changes={[
          { wallet: walletOf[from], currency: from, before: heldIn(from), amount: amount || '0', gives: true },
          { wallet: walletOf[to], currency: to, before: heldIn(to), amount: quote?.received ?? '0', gives: false },
        ]}
      />
      <RateProblem error={act.error} sent={act.variables?.rate} rate={rate} />
      <ActionBar note={act.isLost && t('ui.lineLost')}>
        <Button type="submit" busy={act.isPending} disabled={act.isLost && !act.isPending}>
          {empty
            ? t('titles.exchange')
            : t('assets.exchange.confirm', {
                from: `${formatExact(amount)} ${from}`,
                to: `${formatExact(quote.received)} ${to}`,
              })}
        </Button>
      </ActionBar>
    </form>
  );
}
