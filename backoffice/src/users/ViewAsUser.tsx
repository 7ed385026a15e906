import { formatExact, formatMoney, formatTime } from '@glasshouse/kit/format.ts';
import { viewAsUser } from '@glasshouse/protocol/backoffice/timeline';
import { msOf } from '@glasshouse/protocol/market/tape';
import { useAsk } from '../lib/ask.ts';
import type { Answer } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Fact, KeyValues } from '../ui/KeyValues.tsx';
import { Money } from '../ui/Money.tsx';
import { Note } from '../ui/Note.tsx';
import { Card, Stack } from '../ui/Page.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Blank, Table } from '../ui/Table.tsx';

type View = Answer<typeof viewAsUser>;
const limitNames = ['least', 'most', 'day', 'used', 'left', 'personal'] as const;

/** The values that the user's app shows, read-only. The only button closes it. */
export function ViewAsUser({ number, name, onClose }: { number: string; name: string; onClose: () => void }) {
  const { t } = useWords();
  const view = useAsk(viewAsUser, { number });
  return (
    <Dialog wide title={t('viewAs.title', { user: name })} onClose={onClose}>
      <Stack>
        <Note>{t('viewAs.about')}</Note>
        <QueryState of={view} rows={6}>
          {(data) => (
            <>
              <Balances view={data} />
              <OpenOrders view={data} />
              <Limits view={data} />
            </>
          )}
        </QueryState>
      </Stack>
    </Dialog>
  );
}

function Balances({ view: { overview } }: { view: View }) {
  const { t } = useWords();
  const { total, wallets, committed, income } = overview;
  return (
    <Card title={t('users.wallets')} padded>
      <KeyValues
        pairs={[
          [t('viewAs.total'), `${formatMoney(total.usdt)} USDT ≈ ${formatMoney(total.cny)} CNY`],
          [t('viewAs.incomeToday'), `${formatMoney(income.today)} USDT`],
        ]}
      >
        {wallets.map(({ wallet, balances }) => (
          <Fact key={wallet} label={t(`books.account.${wallet}`)}>
            {balances.map((each) => (
              <div key={each.currency}>
                <Money {...each} />
              </div>
            ))}
          </Fact>
        ))}
        {committed.map(({ account, usdt }) => (
          <Fact key={account} label={t(`books.account.${account}`)}>
            <Money amount={usdt} currency="USDT" />
          </Fact>
        ))}
      </KeyValues>
    </Card>
  );
}

function OpenOrders({ view: { contracts, options } }: { view: View }) {
  const { t } = useWords();
  const rows = [
    ...contracts.orders.map(({ id, at, symbol, direction, seconds, stake }) => ({
      ...{ id, at, stake },
      what: `${symbol}/USDT, ${t(`orders.${direction}`)}, ${t('orders.seconds', { seconds })}`,
      ends: undefined,
    })),
    ...options.orders.map(({ id, at, symbol, side, strike, premium, dueSlot }) => ({
      ...{ id, at, stake: premium },
      what: `${symbol}/USDT, ${t(`options.${side}`)} ${formatExact(strike)}`,
      ends: formatTime(msOf(dueSlot)),
    })),
  ];
  return (
    <Card title={t('viewAs.orders')}>
      {rows.length === 0 ? (
        <Blank title={t('viewAs.noOrders')} />
      ) : (
        <Table
          caption={t('viewAs.orders')}
          wide
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { label: t('ui.time'), align: 'narrow', show: ({ at }) => formatTime(at) },
            { label: t('viewAs.order'), show: ({ what }) => what },
            { label: t('options.ends'), align: 'narrow', show: ({ ends }) => ends ?? '–' },
            {
              label: t('users.amount'),
              align: 'right',
              show: ({ stake }) => <Money amount={stake} currency="USDT" />,
            },
          ]}
        />
      )}
    </Card>
  );
}

function Limits({ view: { limits } }: { view: View }) {
  const { t } = useWords();
  return (
    <Card title={t('viewAs.limits')} padded>
      {(['USDT', 'CNY'] as const).map((currency) => (
        <section key={currency} aria-label={currency}>
          <h3>{currency}</h3>
          <KeyValues>
            {limitNames.map((name) => (
              <Fact key={name} label={t(`viewAs.limit.${name}`)}>
                <Money amount={limits[currency][name] ?? '0'} currency={currency} />
              </Fact>
            ))}
          </KeyValues>
        </section>
      ))}
    </Card>
  );
}
