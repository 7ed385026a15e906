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
import { rowsOf } from './panels.ts';

type Figures = Output<typeof showDashboard>;
/** What only some domains know; the roles put them together. */
export type FigureSources = {
  queues: (tx: Tx) => Promise<Figures['queues']>;
  exposure: (tx: Tx) => Promise<Figures['exposure']>;
  settlement: (tx: Tx, now: Date) => Promise<Figures['settlement']>;
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
      exposure: await sources.exposure(tx),
      house: {
        total: house.map(shown).map(({ currency, amount }) => ({ currency, amount })),
        today: today.map(shown),
      },
      queues: await sources.queues(tx),
      settlement: await sources.settlement(tx, now),
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
