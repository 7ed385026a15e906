import { type ExportName, exportRows, type readExport } from '@glasshouse/protocol/backoffice/exports';
import type { Input } from '@glasshouse/protocol/endpoint';
import { formatUnits } from '@glasshouse/protocol/money';
import { dayStart } from '@glasshouse/protocol/utc-day';
import { currencyNamed } from '#money/ledger/ledger.ts';
import { type AuditChoice, entriesFrom } from '#platform/console/audit.ts';
import type { OperatorCall } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import { csvLines, csvOf } from '#platform/http/csv.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { say } from '#platform/runtime/words.ts';
import { publicSite } from '#site/site/site.ts';
import { filterInName, resolvedFilter } from './audit-filter.ts';
import * as table from './sql.ts';
import { operatorName } from './sql.ts';

type ExportRequest = Input<typeof readExport>;
type Asked = ExportRequest & { choice: AuditChoice };
type Span = { from: Date; until: Date };
type Source = {
  columns: readonly string[];
  /** The rows after `after`. The key of a row is where the next part continues. */
  read: (tx: Tx, span: Span, asked: Asked) => Promise<{ key: string; cells: readonly (string | null)[] }[]>;
};

const iso = (at: Date | null) => at?.toISOString() ?? null;
const limit = exportRows + 1;
const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

const sources: Record<ExportName, Source> = {
  users: {
    columns: ['registered_at', 'number', 'username', 'email', 'phone', 'country', 'vip_level', 'identity', 'status'],
    read: async (tx, span, { after }) =>
      (await table.usersIn(tx, span, after, limit)).map((row) => ({
        key: String(row.number),
        cells: [
          ...[iso(row.registered_at), String(row.number), row.username, row.email, row.phone, row.country],
          ...[String(row.vip_level), row.identity, row.deleted_at ? 'deleted' : row.status],
        ],
      })),
  },
  withdrawals: {
    columns: ['at', 'number', 'id', 'state', 'way', 'currency', 'amount', 'fee', 'changed_at', 'reason'],
    read: async (tx, span, { after }) =>
      (await table.withdrawalsIn(tx, span, after, limit)).map((row) => {
        const currency = currencyNamed(row.currency);
        return {
          key: String(row.serial),
          cells: [
            ...[iso(row.at), String(row.owner), row.id, row.state, row.label, currency],
            ...[formatUnits(row.amount, currency), formatUnits(row.fee, currency), iso(row.changed_at), row.reason],
          ],
        };
      }),
  },
  approvals: {
    columns: [
      ...['asked_at', 'id', 'action', 'subject', 'asked_by', 'reason', 'direction', 'amount', 'currency'],
      ...['decision', 'decided_by', 'decided_at', 'answer', 'expires_at'],
    ],
    read: async (tx, span, { after }) =>
      (await table.requestsIn(tx, span, after, limit)).map((row) => {
        const input = row.input as Record<string, unknown>;
        const text = (name: string) => (typeof input[name] === 'string' ? input[name] : null);
        return {
          key: row.id,
          cells: [
            ...[iso(row.asked_at), row.id, row.action, row.subject, row.asked_by_name, row.reason],
            ...[text('direction'), text('amount'), text('currency'), row.decision, row.decided_by_name],
            ...[iso(row.decided_at), row.answer, iso(row.expires_at)],
          ],
        };
      }),
  },
  audit: {
    columns: ['id', 'at', 'operator', 'second', 'action', 'subject', 'before', 'after', 'reason', 'previous', 'hash'],
    read: async (tx, _, { choice, from, until, after }) =>
      (await entriesFrom(tx, { ...choice, from, until }, Number(after ?? 0), limit)).map((entry) => ({
        key: String(entry.id),
        cells: [
          ...[String(entry.id), entry.at, entry.operator?.name ?? null, entry.second?.name ?? null, entry.action],
          ...[entry.subject, json(entry.before), json(entry.after), entry.reason, entry.previous, entry.hash],
        ],
      })),
  },
};

/** One part of a file. The first starts with the names of the columns. Every row says that it is simulated. */
export async function exportPart({ tx, locale }: Pick<OperatorCall, 'tx' | 'locale'>, asked: ExportRequest) {
  const { name, from, until, filter, after } = asked;
  const { columns, read } = sources[name];
  const span = { from: dayStart(from), until: plus(dayStart(until), days(1)) };
  const choice = await resolvedFilter(tx, filter ?? {});
  const { rows, next } = pageOf(await read(tx, span, { ...asked, choice }), exportRows, ({ key }) => key);
  const narrowed = filterInName(choice, choice.operator && (await operatorName(tx, choice.operator)));
  const { title } = await publicSite(tx);
  const note = say(locale, 'csv.simulated', { title });
  const lines = rows.map(({ cells }) => [...cells.map((cell) => cell ?? ''), note]);
  const csv = after ? csvLines(lines) : csvOf([[...columns, 'note'], ...lines]);
  // The log stores no names: it records a username as the user's number.
  const said = { from, until, ...(filter && { filter: choice }), rows: rows.length, ...(after && { after }) };
  return {
    shown: { filename: `${name}-simulated-${from}-${until}${narrowed}.csv`, csv, next },
    act: { subject: `export:${name}`, after: said },
  };
}
