import { formatDecimal } from '@glasshouse/kit/format.ts';
import { useWords } from '../lib/words.tsx';
import { Bars } from '../ui/Bars.tsx';
import { Money } from '../ui/Money.tsx';
import { Blank, Table } from '../ui/Table.tsx';
import styles from './Dashboard.module.css';
import { type Figures, Panel, sizeOf } from './Panel.tsx';

/** The money by kind of account: the chart shows USDT, the table every currency. */
export function Books({ books }: { books: Figures['books'] }) {
  const { t } = useWords();
  const inUsdt = books.accounts.filter(({ currency }) => currency === 'USDT');
  if (books.accounts.length === 0) return <Panel name="books" table={<Blank title={t('dashboard.noMoney')} />} />;
  return (
    <Panel
      name="books"
      chart={
        <div className={styles.pad}>
          <Bars
            bars={inUsdt.map(({ account, amount }) => ({
              name: t(`books.account.${account}`),
              size: sizeOf(amount),
              words: `${formatDecimal(amount)} USDT`,
            }))}
          />
        </div>
      }
      table={
        <Table
          caption={t('dashboard.panels.books')}
          rows={books.accounts}
          keyOf={({ account, currency }) => `${account} ${currency}`}
          columns={[
            { label: t('dashboard.account'), show: ({ account }) => t(`books.account.${account}`) },
            {
              label: t('users.amount'),
              align: 'right',
              show: (row) => <Money amount={row.amount} currency={row.currency} />,
            },
          ]}
        />
      }
    />
  );
}
