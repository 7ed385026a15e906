import assert from 'node:assert/strict';
import type { Panel, showDashboard } from '@glasshouse/protocol/backoffice/dashboard';
import type { Output } from '@glasshouse/protocol/endpoint';
import type { Locale } from '@glasshouse/protocol/locales';
import { utcDay } from '@glasshouse/protocol/utc-day';
import type { Tx } from '#platform/database/db.ts';
import { csvOf } from '#platform/http/csv.ts';
import { tableWords } from '#platform/observability/figures.ts';
import { seconds } from '#platform/runtime/clock.ts';
import { say } from '#platform/runtime/words.ts';
import { publicSite } from '#site/site/site.ts';
import { readFigures, type Sources } from './figures.ts';

type Shown = Output<typeof showDashboard>;
const keptFor = seconds(4);

/**
 * The figures of the site: live ones, and the latest of those counted once a minute. Cached for a moment, so that many
 * open pages cost as much as one.
 */
export function dashboardOf(sources: Sources) {
  let kept: { at: Date; figures: Promise<Shown> } | undefined;

  async function read(tx: Tx, now: Date): Promise<Shown> {
    const { countedAt, ...figures } = await readFigures(tx, now, sources);
    return { at: now.toISOString(), countedAt: countedAt?.toISOString() ?? null, ...figures };
  }

  async function figures(tx: Tx, now: Date): Promise<Shown> {
    if (!kept || Math.abs(now.getTime() - kept.at.getTime()) >= keptFor) kept = { at: now, figures: read(tx, now) };
    const asked = kept;
    return asked.figures.catch((error) => {
      if (kept === asked) kept = undefined;
      throw error;
    });
  }

  /** The header, then rows. Every row says that it is simulated. */
  async function csv(tx: Tx, now: Date, locale: Locale, panel: Panel) {
    const { title } = await publicSite(tx);
    const [header = [], ...rows] = tableOf(panel, await figures(tx, now), locale);
    const note = say(locale, 'csv.simulated', { title });
    return {
      filename: `${panel.toLowerCase()}-simulated-${utcDay(now)}.csv`,
      csv: csvOf([[...header, say(locale, 'csv.note')], ...rows.map((cells) => [...cells, note])]),
    };
  }

  function tableOf<P extends Panel>(panel: P, shown: Shown, locale: Locale): string[][] {
    const figure: Sources[P] = sources[panel];
    assert(figure.table, `${panel} is in no file`);
    return figure.table(shown[panel], tableWords(locale));
  }

  return { figures, csv };
}
