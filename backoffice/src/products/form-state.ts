import { parseDecimal } from '@glasshouse/protocol/decimal';
import type { ProductKind } from '@glasshouse/protocol/wealth/terms';
import { type Offer, periodPercent, yearPercent } from '../lib/products.ts';
import { fromField, toField } from '../lib/times.ts';

/** What stands in the fields of a draft; those of the other kinds are kept while somebody chooses. */
export type Typed = {
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

/** The fields as an offer fills them; of a new product they are empty, and it opens at once. */
export function typedFrom(offer: Offer | undefined, now: number): Typed {
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

/** A percentage in the whole numbers of the wire; what is none is refused by the call's own form. */
const rateTyped = (text: string, decimals: number): number => Number(parseDecimal(text, decimals) ?? -1n);
const whole = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1);

function termsTyped({ kind, unit, yearly, perPeriod, daily, days, seconds }: Typed): Offer['terms'] {
  switch (kind) {
    case 'trust':
      return { kind, unit, rateBp: rateTyped(yearly, 2), days: whole(days) };
    case 'pledge':
      return { kind, unit, ratePpb: rateTyped(perPeriod, 7), seconds: whole(seconds) };
    case 'machine':
      return { kind, unit, daily, days: whole(days) };
  }
}

/** The offer that was typed, as the call takes it or refuses it. */
export const offerTyped = (typed: Typed): Offer => ({
  label: typed.label,
  power: typed.kind === 'machine' ? typed.power : '',
  terms: termsTyped(typed),
  least: whole(typed.least),
  most: whole(typed.most),
  quota: whole(typed.quota),
  opensAt: fromField(typed.opensAt),
  closesAt: typed.closesAt === '' ? null : fromField(typed.closesAt),
});
