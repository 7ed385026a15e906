/**
 * The amount at the start of the title of a case about money. `review_case.amount` can't replace it: it is in USDT even
 * if the user withdraws CNY, and existing cases can't be given a currency, because a decided case never changes.
 */
export function amountIn(title: string | null): { amount: string; currency: string } | null {
  const [, amount, currency] = /^(\d+(?:\.\d+)?) ([A-Z]+)\b/.exec(title ?? '') ?? [];
  return amount && currency ? { amount, currency } : null;
}
