import { formatUsdt } from '@glasshouse/protocol/money';
import { dayMs } from '@glasshouse/protocol/utc-day';
import { readTerms } from '@glasshouse/protocol/wealth/read-terms';
import { scheduleOf } from '@glasshouse/protocol/wealth/schedule';
import type { Page } from '@playwright/test';
import type { Screen, Words } from './screen.ts';
import { expect } from './story.ts';

const id = '019a0000-0000-7000-8000-000000000007';
const ago = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 - days * dayMs);
type Terms = Parameters<typeof readTerms>[0];
const trust: Terms = { kind: 'trust', unit: '1.00', rateBp: 750, days: 180 };
const pledge: Terms = { kind: 'pledge', unit: '0.01', ratePpb: 139_726, seconds: 86_400 };
const machine: Terms = { kind: 'machine', unit: '300.00', daily: '1.72', days: 180 };

const answer = (data: object) => ({ json: { code: 200, msg: '', data } });

/** An order as it would be after this many days; wealth.e2e.ts has real ones. */
function heldFor(days: number, terms: Terms, units: number, ending: 'matured' | null = null, label = '') {
  const at = ago(days);
  const { amount, income, startsAt, endsAt, returned } = scheduleOf(readTerms(terms), BigInt(units), at.getTime());
  const paid = income.filter((part) => part.at <= Date.now());
  const earned = paid.reduce((all, part) => all + part.amount, 0n);
  const iso = (moment: number) => new Date(moment).toISOString();
  const holding = {
    ...{ id, product: 4, version: 1, label, terms, units, amount: formatUsdt(amount), earned: formatUsdt(earned) },
    ...{ boughtAt: at.toISOString(), startsAt: iso(startsAt), endsAt: iso(endsAt), ending },
    state: ending ? 'ended' : startsAt > Date.now() ? 'not_started' : endsAt <= Date.now() ? 'settling' : 'in_progress',
    endedAt: ending ? iso(endsAt) : null,
  };
  return {
    ...{ kind: 'glasshouse-income', version: 1, note: 'Glasshouse - Simulated: paper money only', holding },
    income: paid.map((part) => ({ at: iso(part.at), amount: formatUsdt(part.amount) })),
    returned: ending && returned > 0n ? { at: iso(endsAt), amount: formatUsdt(returned) } : null,
    time: Date.now(),
  };
}

/** Shows quotas partly used by others, and some money, on this page only. */
async function tell(page: Page): Promise<void> {
  const shares = [0.714, 0.408, 0.62, 0.274, 0.12, 0.378, 0.456, 0.449, 0.2, 0.37, 0.425, 0.2];
  await page.route(/\/index\/wealth\/products?$/, async (route) => {
    const response = await route.fetch();
    const whole = await response.json();
    const taken = (each: { product: number; quota: number }) => ({
      ...each,
      taken: Math.round(each.quota * (shares[each.product - 1] ?? 0)),
    });
    const { products, product } = whole.data;
    const data = product
      ? { ...whole.data, product: taken(product) }
      : { ...whole.data, products: products.map(taken), pledged: '1284300.00' };
    await route.fulfill({ response, json: { ...whole, data } });
  });
  const holdings = [
    { kind: 'trust', amount: '6500.00', count: 3 },
    { kind: 'pledge', amount: '1200.00', count: 2 },
    { kind: 'machine', amount: '600.00', count: 2 },
  ];
  await page.route('**/index/wealth/summary', (route) => route.fulfill(answer({ held: holdings })));
  await page.route('**/index/assets/overview', async (route) => {
    const response = await route.fetch();
    const whole = await response.json();
    for (const wallet of whole.data.wallets) if (wallet.wallet === 'financial') wallet.balances[0].amount = '3250.00';
    for (const source of whole.data.income.sources)
      if (source.source === 'product') Object.assign(source, { today: '0.97', total: '38.42' });
    await route.fulfill({ response, json: whole });
  });
}
const withProducts = async (page: Page, t: Words) => {
  await tell(page);
  await page.reload();
  await expect(
    page
      .getByRole('progressbar')
      .first()
      .or(page.getByText(t('wealth.table.title'))),
  ).toBeVisible();
};
const inKind = (kind: string) => async (page: Page, t: Words) => {
  await withProducts(page, t);
  await page.getByRole('tab', { name: t(`wealth.kinds.${kind}`), exact: true }).click();
};

const showing = (order: ReturnType<typeof heldFor>) => async (page: Page, t: Words) => {
  await page.route('**/index/wealth/holding', (route) => route.fulfill(answer(order)));
  await page.reload();
  await expect(page.getByText(t('wealth.check.agrees')).or(page.getByText(t('wealth.check.notDue')))).toBeVisible();
};

const tab = { path: '/financial', title: 'titles.financial', who: 'user' } as const;
const detail = { title: 'titles.product', who: 'user' } as const;
const confirm = { title: 'titles.confirm', who: 'user' } as const;
const order = { path: `/finance/order/${id}`, title: 'titles.wealthOrder', who: 'user' } as const;

/** Products, the calculator, the confirmation and the orders, as users with orders see them. */
export const wealthScreens: Screen[] = [
  ...['trust', 'pledge', 'machine'].map((kind) => ({ ...tab, name: `wealth-${kind}`, arrange: inKind(kind) })),
  {
    ...detail,
    name: 'wealth-product',
    path: '/finance/productDetail?product=4&units=1000',
    arrange: withProducts,
  },
  {
    ...detail,
    name: 'wealth-product-pledge',
    path: '/finance/productDetail?product=7&units=100000',
    arrange: withProducts,
  },
  { ...detail, name: 'wealth-product-machine', path: '/finance/productDetail?product=10', arrange: withProducts },
  {
    ...confirm,
    name: 'wealth-confirm',
    path: '/finance/confirm?product=4&version=1&units=1000',
    arrange: withProducts,
  },
  {
    ...confirm,
    name: 'wealth-confirm-machine',
    path: '/finance/confirm?product=10&version=1&units=2',
    arrange: withProducts,
  },
  { ...order, name: 'wealth-order', arrange: showing(heldFor(40, trust, 1000)) },
  { ...order, name: 'wealth-order-pledge', arrange: showing(heldFor(0.5, pledge, 100_000)) },
  { ...order, name: 'wealth-order-ended', arrange: showing(heldFor(200, machine, 2, 'matured', 'Pane S1')) },
  {
    name: 'wealth-records',
    path: '/finance/order',
    title: 'titles.wealthRecords',
    who: 'user',
    arrange: async (page, t) => {
      const orders = [
        heldFor(0, trust, 2500),
        heldFor(0.5, pledge, 100_000),
        heldFor(40, trust, 1000),
        heldFor(200, machine, 2, 'matured', 'Pane S1'),
      ];
      const list = orders.map(({ holding }, n) => ({ ...holding, id: id.replace(/7$/, String(n)) }));
      await page.route('**/index/wealth/list', (route) =>
        route.fulfill(answer({ list, next: null, time: Date.now() })),
      );
      await page.reload();
      await expect(page.getByText(t('ui.noMore'))).toBeVisible();
    },
  },
];
