import type { Figures } from '@glasshouse/protocol/backoffice/dashboard';
import { coinById } from '@glasshouse/protocol/market/coins';
import { formatUsdt } from '@glasshouse/protocol/money';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { Figure } from '#platform/observability/figures.ts';
import { moneySettings } from '#site/site/site.ts';

type Row = { symbol: number; orders: bigint; calls: string; puts: string; open: bigint };
/** Premiums of open options per symbol. The limit of a coin applies to size times strike. */
async function readOptions(tx: Tx, now: Date): Promise<Figures['options']> {
  const { optionExposure } = await moneySettings(tx, now);
  const { rows } = await sql<Row>`
    select symbol, count(*) as orders, coalesce(sum(stake) filter (where call), 0)::text as calls,
      coalesce(sum(stake) filter (where not call), 0)::text as puts,
      (select open from option_exposure as known where known.symbol = option_order.symbol) as open
    from option_order where due_slot > (select settled_through from settlement where product = 'option_order') and result is null
    group by symbol order by open desc`.execute(tx);
  return rows.map(({ symbol, orders, calls, puts, open }) => ({
    symbol: coinById(symbol)?.symbol ?? String(symbol),
    orders: Number(orders),
    calls: formatUsdt(BigInt(calls)),
    puts: formatUsdt(BigInt(puts)),
    open: formatUsdt(open),
    limit: formatUsdt(optionExposure),
  }));
}

const options: Figure<Figures['options']> = {
  read: readOptions,
  table: (shown, { header }) => [
    header('symbol', 'orders', 'calls', 'puts', 'atStrike', 'limit'),
    ...shown.map(({ symbol, orders, ...amounts }) => [
      ...[symbol, String(orders), amounts.calls, amounts.puts, amounts.open, amounts.limit],
    ]),
  ],
};

export const figures = { options };
