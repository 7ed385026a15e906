import type { Output } from '@glasshouse/protocol/endpoint';
import type { Locale } from '@glasshouse/protocol/locales';
import type { Panel, showDashboard } from '@glasshouse/protocol/office/dashboard';
import { say, type WordKey } from '../platform/words.ts';

type Figures = Output<typeof showDashboard>;
type Column = WordKey extends infer Key ? (Key extends `csv.${infer Name}` ? Name : never) : never;

const moment = (at: string | null) => at?.slice(0, 19).replace('T', ' ') ?? '';

/** A panel as a table: its header, then its rows. */
export function rowsOf(panel: Panel, figures: Figures, locale: Locale): string[][] {
  const header = (...columns: Column[]) => columns.map((column) => say(locale, `csv.${column}`));
  const pairs = (values: object) =>
    Object.entries(values).map(([name, value]) => [say(locale, `figure.${name}` as WordKey), String(value ?? '')]);
  switch (panel) {
    case 'books':
      return [
        header('account', 'currency', 'amount'),
        ...figures.books.accounts.map(({ account, currency, amount }) => [
          say(locale, `books.account.${account}`),
          currency,
          amount,
        ]),
      ];
    case 'exposure':
      return [
        header('symbol', 'orders', 'long', 'short', 'worst'),
        ...figures.exposure.map((one) => [one.symbol, String(one.orders), one.long, one.short, one.worst]),
      ];
    case 'house':
      return [
        header('scope', 'kind', 'currency', 'amount'),
        ...figures.house.today.map(({ kind, currency, amount }) => [
          say(locale, 'csv.today'),
          say(locale, `books.kind.${kind}`),
          currency,
          amount,
        ]),
        ...figures.house.total.map(({ currency, amount }) => [say(locale, 'csv.total'), '', currency, amount]),
      ];
    case 'queues':
      return [
        header('queue', 'waiting', 'oldest'),
        ...figures.queues.map(({ kind, waiting, oldestAt }) => [
          say(locale, `queue.${kind}` as WordKey),
          String(waiting),
          moment(oldestAt),
        ]),
      ];
    case 'settlement':
      return [header('figure', 'value'), ...pairs(figures.settlement)];
    case 'tape':
      return [header('figure', 'value'), ...pairs(figures.tape)];
    case 'signUps':
      return [header('day', 'count'), ...figures.signUps.map(({ day, count }) => [day, String(count)])];
  }
}
