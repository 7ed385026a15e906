import { formatExact } from '@glasshouse/kit/format.ts';
import type { transfer } from '@glasshouse/protocol/assets/calls';
import { compareDecimal, tidyDecimal } from '@glasshouse/protocol/decimal';
import { type Wallet, wallets } from '@glasshouse/protocol/ledger/books';
import { type FormEvent, useState } from 'react';
import { heldIn, type Overview } from '../lib/assets.ts';
import { useBack } from '../lib/back.ts';
import { call } from '../lib/call.ts';
import { useLocation, useNavigate, useSearchParams } from '../lib/router.tsx';
import { useAct } from '../lib/use-act.ts';
import { useWords } from '../lib/words.tsx';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Button } from '../ui/Button.tsx';
import { MoneyProblem } from '../ui/MoneyProblem.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { showToast } from '../ui/toast.ts';
import { After } from './After.tsx';
import styles from './Assets.module.css';
import { OwnAmount } from './OwnAmount.tsx';
import { type UsdtWallet, Way } from './Way.tsx';
import { WithOverview } from './WithOverview.tsx';

/** Moves USDT between the user's own accounts. */
export function TransferScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.transfer')} onBack={useBack()} />
      <main className={styles.page}>
        <WithOverview>{(overview) => <TransferForm overview={overview} />}</WithOverview>
      </main>
    </>
  );
}

type Values = { from: UsdtWallet; to: UsdtWallet; amount: string };

const isUsdt = (wallet: Wallet): wallet is UsdtWallet => wallet !== 'cash';
const choices = wallets.filter(isUsdt);

const isAmount = /^\d{1,12}(\.\d{1,6})?$/;

/**
 * The accounts and the amount from the address. Orders draw from Funding anyway, so a missing amount comes from the
 * fullest of the other wallets.
 */
function useStart(overview: Overview): Values {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const walletFrom = (name: string) => choices.find((wallet) => wallet === search.get(name));
  const to = walletFrom('to');
  const fullest = choices
    .filter((wallet) => wallet !== to && wallet !== 'fund')
    .reduce((limit, wallet) =>
      compareDecimal(heldIn(overview, wallet) ?? '0', heldIn(overview, limit) ?? '0') > 0 ? wallet : limit,
    );
  const from = walletFrom('from') ?? (to === 'fund' || state === 'back' ? fullest : 'fund');
  const amount = search.get('amount') ?? '';
  return {
    from,
    to: to && to !== from ? to : from === 'fund' ? 'contract' : 'fund',
    amount: isAmount.test(amount) ? amount : '',
  };
}

function TransferForm({ overview }: { overview: Overview }) {
  const { t } = useWords();
  const navigate = useNavigate();
  // Returns to the page that lacked the money.
  const { state } = useLocation();
  const [values, setValues] = useState(useStart(overview));
  const [missing, setMissing] = useState(false);
  const { from, to, amount } = values;
  const balanceOf = (name: UsdtWallet) => heldIn(overview, name) ?? '0.00';
  const act = useAct({
    name: 'transfer',
    send: (body: Values & { id: string }) => call<typeof transfer>('POST', '/index/assets/transfer', body),
    sameness: (body) => JSON.stringify(body),
    onDone: (_, moved) => {
      change({ amount: '' });
      showToast({
        kind: 'success',
        text: t('assets.transfer.done', {
          amount: formatExact(moved.amount),
          wallet: t(`assets.wallets.${moved.to}`),
        }),
        action: { label: t('titles.statement'), to: `/assets/${moved.to}` },
      });
      if (state === 'back') navigate(-1);
    },
  });
  const empty = amount === '' || compareDecimal(amount, '0') <= 0;
  const change = (part: Partial<Values>) => {
    setValues((before) => ({ ...before, ...part }));
    setMissing(false);
    // A refusal is about the submitted values, not about the current ones.
    if (!act.isPending) act.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(empty);
    if (empty || compareDecimal(amount, balanceOf(from)) > 0) return;
    act.start({ from, to, amount: tidyDecimal(amount) });
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Way choices={choices} from={from} to={to} onChange={change} />
      <OwnAmount
        value={amount}
        currency="USDT"
        balance={balanceOf(from)}
        missing={missing}
        onChange={(typed) => change({ amount: typed })}
      />
      <After
        changes={[
          { wallet: from, currency: 'USDT', before: balanceOf(from), amount: amount || '0', gives: true },
          { wallet: to, currency: 'USDT', before: balanceOf(to), amount: amount || '0', gives: false },
        ]}
      />
      <MoneyProblem
        unanswered={t('assets.unanswered')}
        error={act.error}
        unsure={!act.isPending && !empty && act.isUnsure({ from, to, amount: tidyDecimal(amount) })}
      />
      <ActionBar note={t(act.isLost ? 'ui.lineLost' : 'assets.transfer.free')}>
        <Button type="submit" busy={act.isPending} disabled={act.isLost && !act.isPending}>
          {empty ? t('titles.transfer') : t('assets.transfer.confirm', { amount: formatExact(amount) })}
        </Button>
      </ActionBar>
    </form>
  );
}
