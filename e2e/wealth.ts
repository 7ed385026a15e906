import { transfer } from '@glasshouse/protocol/assets/calls';
import { buyProduct, type Holding, listProducts } from '@glasshouse/protocol/wealth/calls';
import type { Account } from './people.ts';
import { arrange, newCaller } from './server.ts';

/** Moves paper money into the wallet for products, through the API. */
export const withMoney = ({ cookies }: Pick<Account, 'cookies'>, amount: string) =>
  newCaller(cookies)(transfer, { id: crypto.randomUUID(), from: 'fund', to: 'financial', amount: amount as never });

/** Buys an example product of a fresh install, by its kind and term. */
export async function bought(
  { cookies }: Pick<Account, 'cookies'>,
  kind: 'trust' | 'pledge' | 'machine',
  term: number,
  units: number,
): Promise<Holding> {
  const call = newCaller(cookies);
  const { products } = await call(listProducts, {});
  const { product, version } = products.find(
    ({ terms }) => terms.kind === kind && (terms.kind === 'pledge' ? terms.seconds : terms.days) === term,
  )!;
  const id = crypto.randomUUID();
  return (await call(buyProduct, { id, product, version, units, tradePassword: '123456' })).holding;
}

/**
 * Backdates orders and resets their bookings. The worker then processes every day again, so other orders are moved to
 * start tomorrow.
 */
export const boughtBefore = (...orders: { id: string; days?: number; hours?: number }[]): Promise<void> =>
  arrange(`
    begin;
    ${orders
      .map(
        ({ id, days = 0, hours = 0 }) => `
    update holding set bought_at = bought_at - interval '${days * 24 + hours} hours',
      ends_at = ends_at - interval '${days * 24 + hours} hours', starts_on = starts_on - ${days} where id = '${id}';`,
      )
      .join('')}
    update holding set starts_on = current_date + 1
    where starts_on <= current_date and id not in (${orders.map(({ id }) => `'${id}'`).join(', ')});
    delete from product_day;
    commit`);

/** Runs the job that the worker runs every minute. */
export const payProducts = (): Promise<void> => arrange("select graphile_worker.add_job('pay_products', '{}'::json)");
