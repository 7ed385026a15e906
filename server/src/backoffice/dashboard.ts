import type { Output } from '@glasshouse/protocol/endpoint';
import type { Locale } from '@glasshouse/protocol/locales';
import { type Currency, formatUnits } from '@glasshouse/protocol/money';
import type { Panel, showDashboard } from '@glasshouse/protocol/office/dashboard';
import { bookTotals, countAlarms, houseSince } from '../ledger/ledger.ts';
import { tapeHealth } from '../market/market.ts';
import { seconds } from '../platform/clock.ts';
import { csvOf } from '../platform/csv.ts';
import type { Tx } from '../platform/db.ts';
import { say } from '../platform/words.ts';
import { people } from '../session/session.ts';
import { publicSite } from '../site/site.ts';

export type Figures = Output<typeof showDashboard>;
/** What only some domains know; the roles put them together. Without one the panel says that there is nothing yet. */
export type FigureSources = {
  queues: (tx: Tx) => Promise<Figures['queues']>;
  exposure?: (tx: Tx) => Promise<NonNullable<Figures['exposure']>>;
  settlement?: (tx: Tx, now: Date) => Promise<NonNullable<Figures['settlement']>>;
};

const keptFor = seconds(4);
const signUpDays = 14;

/** The figures of the site. Kept for a moment, so that many open pages cost as much as one. */
export function dashboardOf(sources: FigureSources) {
  let kept: { at: Date; figures: Promise<Figures> } | undefined;

  async function read(tx: Tx, now: Date): Promise<Figures> {
    const totals = await bookTotals(tx);
    const midnight = new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
    const house = totals.filter(({ name }) => name === 'house');
    const today = await houseSince(tx, midnight);
    const shown = <T extends { currency: Currency; amount: bigint }>(one: T) => ({
      ...one,
      amount: formatUnits(one.amount, one.currency),
    });
    return {
      at: now.toISOString(),
      books: {
        accounts: totals.map(shown).map(({ name, currency, amount }) => ({ account: name, currency, amount })),
        drift: await countAlarms(tx),
      },
      exposure: (await sources.exposure?.(tx)) ?? null,
      house: {
        total: house.map(shown).map(({ currency, amount }) => ({ currency, amount })),
        today: today.map(shown),
      },
      queues: await sources.queues(tx),
      settlement: (await sources.settlement?.(tx, now)) ?? null,
      tape: await tapeHealth(tx, now),
      signUps: await people.signUpsByDay(tx, now, signUpDays),
      users: { ...(await people.countPeople(tx)), sessions: await people.openSessions(tx, now) },
    };
  }

  async function figures(tx: Tx, now: Date): Promise<Figures> {
    if (!kept || Math.abs(now.getTime() - kept.at.getTime()) >= keptFor) kept = { at: now, figures: read(tx, now) };
    const asked = kept;
    return asked.figures.catch((error) => {
      if (kept === asked) kept = undefined;
      throw error;
    });
  }

  async function csv(tx: Tx, now: Date, locale: Locale, panel: Panel) {
    const { title } = await publicSite(tx);
    const mark = [`${say(locale, 'csv.simulated', { title })} - ${say(locale, `panel.${panel}`)}`];
    const rows = rowsOf(panel, await figures(tx, now), locale);
    return {
      filename: `${panel.toLowerCase()}-simulated-${now.toISOString().slice(0, 10)}.csv`,
      csv: csvOf([mark, ...rows]),
    };
  }

  return { figures, csv };
}

const moment = (at: string | null) => at?.slice(0, 19).replace('T', ' ') ?? '';

/** A panel as a table: its header, then its rows. */
function rowsOf(panel: Panel, figures: Figures, locale: Locale): string[][] {
  type Column = Parameters<typeof say>[1] extends infer Key ? (Key extends `csv.${infer Name}` ? Name : never) : never;
  const header = (...columns: Column[]) => columns.map((column) => say(locale, `csv.${column}`));
  const pairs = (values: object) =>
    Object.entries(values).map(([name, value]) => [
      say(locale, `figure.${name}` as Parameters<typeof say>[1]),
      String(value ?? ''),
    ]);
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
        ...(figures.exposure ?? []).map((one) => [one.symbol, String(one.orders), one.long, one.short, one.worst]),
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
          say(locale, `queue.${kind}` as Parameters<typeof say>[1]),
          String(waiting),
          moment(oldestAt),
        ]),
      ];
    case 'settlement':
      return [header('figure', 'value'), ...pairs(figures.settlement ?? {})];
    case 'tape':
      return [header('figure', 'value'), ...pairs(figures.tape)];
    case 'signUps':
      return [header('day', 'count'), ...figures.signUps.map(({ day, count }) => [day, String(count)])];
  }
}
