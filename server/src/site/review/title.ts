/**
 * The amount that the title of a case about money begins with. `review_case.amount` can't replace it: it is in USDT also where the user
 * withdraws CNY, and the cases decided so far can't be given a currency, because a decided case never changes.
 */
export function amountIn(title: string | null): { amount: string; currency: string } | null {
  const [, amount, currency] = /^(\d+(?:\.\d+)?) ([A-Z]+)\b/.exec(title ?? '') ?? [];
  return amount && currency ? { amount, currency } : null;
}
