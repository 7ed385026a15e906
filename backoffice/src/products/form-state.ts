import { parseDecimal } from '@glasshouse/protocol/decimal';
import type { ProductKind } from '@glasshouse/protocol/wealth/terms';
import { type Offer, periodPercent, yearPercent } from '../lib/products.ts';
import { fromField, toField } from '../lib/times.ts';

/** The fields of a draft. Fields of the other kinds keep their values while the kind changes. */
export type ProductFields = {
  kind: ProductKind;
  label: string;
  power: string;
  unit: string;
  yearly: string;
  perPeriod: string;
  daily: string;
  days: string;
  seconds: string;
  least: string;
  most: string;
  quota: string;
  opensAt: string;
  closesAt: string;
};

const empty = { label: '', power: '', unit: '1', yearly: '', perPeriod: '', daily: '', days: '', seconds: '86400' };

/** The fields of an offer; empty for a new product, which opens at once. */
export function fieldsFrom(offer: Offer | undefined, now: number): ProductFields {
  if (!offer) return { ...empty, kind: 'trust', least: '', most: '', quota: '', opensAt: toField(now), closesAt: '' };
  const { terms, least, most, quota, opensAt, closesAt, ...named } = offer;
  return {
    ...empty,
    ...named,
    kind: terms.kind,
    unit: terms.unit,
    ...(terms.kind === 'trust' && { yearly: yearPercent(terms.rateBp) }),
    ...(terms.kind === 'pledge' && { perPeriod: periodPercent(terms.ratePpb), seconds: String(terms.seconds) }),
    ...(terms.kind === 'machine' && { daily: terms.daily }),
    ...(terms.kind !== 'pledge' && { days: String(terms.days) }),
    least: String(least),
    most: String(most),
    quota: String(quota),
    opensAt: toField(opensAt),
    closesAt: closesAt === null ? '' : toField(closesAt),
  };
}

/** A percentage as the integer of the API; -1 if it is not valid, which the API refuses. */
const rateFrom = (text: string, decimals: number): number => Number(parseDecimal(text, decimals) ?? -1n);
const whole = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1);

function termsFrom({ kind, unit, yearly, perPeriod, daily, days, seconds }: ProductFields): Offer['terms'] {
  switch (kind) {
    case 'trust':
      return { kind, unit, rateBp: rateFrom(yearly, 2), days: whole(days) };
    case 'pledge':
      return { kind, unit, ratePpb: rateFrom(perPeriod, 7), seconds: whole(seconds) };
    case 'machine':
      return { kind, unit, daily, days: whole(days) };
  }
}

/** The offer for the API, which validates it. */
export const offerFrom = (typed: ProductFields): Offer => ({
  label: typed.label,
  power: typed.kind === 'machine' ? typed.power : '',
  terms: termsFrom(typed),
  least: whole(typed.least),
  most: whole(typed.most),
  quota: whole(typed.quota),
  opensAt: fromField(typed.opensAt),
  closesAt: typed.closesAt === '' ? null : fromField(typed.closesAt),
});
