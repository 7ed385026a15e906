import { formatExact, formatTime } from '@glasshouse/kit/format.ts';
import type { Approval } from '@glasshouse/protocol/backoffice/approvals';
import { writeTidily } from '@glasshouse/protocol/decimal';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import type { WireTerms } from '@glasshouse/protocol/wealth/calls';
import { type listVersions, publishVersion } from '@glasshouse/protocol/wealth/office';
import { gainOf, maxOwed } from '@glasshouse/protocol/wealth/promise';
import { readTerms } from '@glasshouse/protocol/wealth/read-terms';
import type { Answer } from './call.ts';
import { t } from './words.tsx';

export type Version = Answer<typeof listVersions>['list'][number];
export type Offer = Version['offer'];

/** The length of a period in words. */
export const periodWord = (seconds: number): string =>
  seconds < 86_400 ? t('time.hours', { count: seconds / 3600 }) : t('time.days', { count: seconds / 86_400 });
const termWord = (terms: WireTerms): string =>
  terms.kind === 'pledge' ? periodWord(terms.seconds) : t('time.days', { count: terms.days });

/** The API has rates as integers; these are percentages. */
export const yearPercent = (rateBp: number): string => writeTidily(BigInt(rateBp), 2);
export const periodPercent = (ratePpb: number): string => writeTidily(BigInt(ratePpb), 7);

/** The product's own name, or its kind and term. */
export const productName = ({ label, terms }: Pick<Offer, 'label' | 'terms'>): string =>
  label || t('products.named', { kind: t(`products.kinds.${terms.kind}`), term: termWord(terms) });

/** The promise of a product, in a sentence. */
export function promiseWords(terms: WireTerms): string {
  const term = termWord(terms);
  if (terms.kind === 'trust') return t('products.promise.trust', { rate: yearPercent(terms.rateBp), term });
  if (terms.kind === 'pledge') return t('products.promise.pledge', { rate: periodPercent(terms.ratePpb), term });
  return t('products.promise.machine', { daily: formatExact(terms.daily), term });
}

const exactly = (units: bigint) => formatExact(formatUsdt(units));
/** The price of a number of shares. */
export const costOf = ({ unit }: Pick<WireTerms, 'unit'>, shares: number): string =>
  exactly(parseUnits(unit, 'USDT')! * BigInt(shares));
const thousand = 1_000_000_000n;
export const perThousand = (terms: WireTerms): string => exactly(gainOf(readTerms(terms), thousand));

/** The product of a request to publish, and the effect on it; empty for other requests. */
export function productAsked(action: string, input: Approval['input'], isNew: boolean): [string, string][] {
  if (action !== publishVersion.path) return [];
  const { product, version, offer } = input as unknown as Pick<Version, 'product' | 'version' | 'offer'>;
  return [
    [t('products.product'), `${productName(offer)} (${t('products.numbered', { product, version })})`],
    [t('products.effect'), t(isNew ? 'products.isNew' : 'products.replaces')],
  ];
}

/** An offer field by field, named as in requests to publish it. */
export function offerFields({ terms, ...rest }: Offer): Record<string, unknown> {
  const owed = maxOwed(readTerms(terms), BigInt(rest.quota));
  return {
    ...terms,
    ...rest,
    [terms.kind === 'machine' ? 'perThousandAfterPrice' : 'perThousand']: formatUsdt(
      gainOf(readTerms(terms), thousand),
    ),
    owedIncome: formatUsdt(owed.income),
    owedPrincipal: formatUsdt(owed.principal),
  };
}

/** All terms of an offer, line by line, and what they can cost the house. */
export function offerPairs({ terms, least, most, quota, opensAt, closesAt }: Offer): [string, string][] {
  const owed = maxOwed(readTerms(terms), BigInt(quota));
  const shares = (count: number) => `${formatExact(String(count)).replace(/\.00$/, '')} (${costOf(terms, count)} USDT)`;
  return [
    [t('products.terms'), promiseWords(terms)],
    [t('products.unit'), formatExact(terms.unit)],
    [t('products.least'), shares(least)],
    [t('products.most'), shares(most)],
    [t('products.quota'), shares(quota)],
    [t('products.opensAt'), formatTime(opensAt)],
    [t('products.closesAt'), closesAt === null ? '–' : formatTime(closesAt)],
    [t(terms.kind === 'machine' ? 'products.perThousandAfterPrice' : 'products.perThousand'), perThousand(terms)],
    [t('products.owedIncome'), exactly(owed.income)],
    [t('products.owedPrincipal'), exactly(owed.principal)],
  ];
}
