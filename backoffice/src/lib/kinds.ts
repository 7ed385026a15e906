import { formatExact } from '@glasshouse/kit/format.ts';
import type { IconName } from '@glasshouse/kit/Icon.tsx';
import { listReviewKinds } from '@glasshouse/protocol/review/office';
import { useAsk } from './ask.ts';
import { useMay } from './session.ts';
import { t, type WordKey } from './words.tsx';

// The server names each queue's fields and checks; this has their words and icons. Adding a queue takes one line.
// Requests for a second person are listed with the queues but decided on their own page.
type Kind = {
  icon: IconName;
  fields: readonly string[];
  checks: readonly string[];
  titles?: readonly string[];
  /** The target for deciding a case, in minutes. */
  target?: number;
  /** Its cases have amounts and can be sorted by them. */
  hasAmounts?: true;
};
const kinds: Record<string, Kind> = {
  approval: { icon: 'check', fields: [], checks: [] },
  appeal: {
    target: 240,
    icon: 'lock',
    fields: ['text', 'frozenReason', 'frozenAt'],
    checks: ['read', 'cause', 'contact'],
  },
  identity: {
    target: 30,
    icon: 'id',
    fields: [],
    checks: ['specimenName', 'specimenNumber', 'specimenCode', 'specimenStamp'],
    titles: ['id', 'licence'],
  },
  top_up: {
    target: 15,
    hasAmounts: true,
    icon: 'deposit',
    fields: ['agreedFirst', 'agreedFirstAt'],
    checks: ['receiptAmount', 'receiptNetwork', 'receiptCode', 'receiptStamp'],
  },
  withdrawal: {
    target: 60,
    hasAmounts: true,
    icon: 'withdraw',
    fields: ['withdrawalAmount', 'withdrawalFee', 'withdrawalArrives', 'withdrawalWay', 'agreedFirst', 'agreedFirstAt'],
    checks: ['payeeLooked', 'historyLooked', 'securityLooked'],
  },
  vip_refund: {
    target: 240,
    icon: 'vip',
    fields: ['vipLevel', 'vipDeposit', 'vipSince', 'vipReceivedToday', 'vipReceivedMonth', 'vipHistory'],
    checks: ['vipHold', 'vipActivity', 'vipWish'],
  },
};

const word = (known: boolean, key: string, name: string) => (known ? t(key as WordKey) : name);

export const kindIcon = (kind: string): IconName => kinds[kind]?.icon ?? 'doc';
/** In minutes; a day if the console has no target for the queue. */
export const targetOf = (kind: string): number => kinds[kind]?.target ?? 1440;
export const hasAmounts = (kind: string): boolean => kinds[kind]?.hasAmounts ?? false;
export const kindWord = (kind: string): string => word(Object.hasOwn(kinds, kind), `review.kinds.${kind}`, kind);
/** The name of one case of a queue. */
export const caseWord = (kind: string): string => word(Object.hasOwn(kinds, kind), `review.one.${kind}`, kind);
/** Groups the digits of an amount at the beginning, such as `1000.00 USDT`. */
export const amountFirst = (text: string): string => text.replace(/^-?\d+\.\d+(?= [A-Z])/, formatExact);
/** Titles are text of the user or the name of what was submitted. Known names are translated. */
export const titleWord = (kind: string, title: string): string =>
  word(kinds[kind]?.titles?.includes(title) ?? false, `review.titles.${title}`, amountFirst(title));
export const fieldWord = (kind: string, name: string): string =>
  word(kinds[kind]?.fields.includes(name) ?? false, `review.fields.${name}`, name);
export const checkWord = (kind: string, name: string): string =>
  word(kinds[kind]?.checks.includes(name) ?? false, `review.checks.${name}`, name);

/** Returns a function that tells whether this role can open a queue. */
export function useOpenQueues(): (kind: string) => boolean {
  const may = useMay();
  const kinds = useAsk(listReviewKinds, {}, { enabled: may('review.read') });
  return (kind) => kinds.data?.list.some((each) => each.kind === kind) ?? false;
}
