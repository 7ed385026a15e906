import { formatExact } from '@glasshouse/kit/format.ts';
import type { IconName } from '@glasshouse/kit/Icon.tsx';
import { listReviewKinds } from '@glasshouse/protocol/review/office';
import { useAsk } from './ask.ts';
import { useMay } from './session.ts';
import { t, type WordKey } from './words.tsx';

// Each queue names its fields and checks on the server; their words and its drawing are here. A queue joins by one line; what waits
// for a second person is counted among them, and decided on a page of its own.
type Kind = {
  icon: IconName;
  fields: readonly string[];
  checks: readonly string[];
  titles?: readonly string[];
  /** Within how many minutes a case should be decided. */
  target?: number;
  /** Its cases are about amounts, by which they can be sorted. */
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
/** In minutes; a day where the console has no target of its own. */
export const targetOf = (kind: string): number => kinds[kind]?.target ?? 1440;
export const hasAmounts = (kind: string): boolean => kinds[kind]?.hasAmounts ?? false;
export const kindWord = (kind: string): string => word(kind in kinds, `review.kinds.${kind}`, kind);
/** What one case of a queue is called. */
export const caseWord = (kind: string): string => word(kind in kinds, `review.one.${kind}`, kind);
/** An amount at the beginning, such as `1000.00 USDT`, with its digits in groups. */
export const amountFirst = (text: string): string => text.replace(/^-?\d+\.\d+(?= [A-Z])/, formatExact);
/** A title is what the user wrote, or the name of what was sent. */
export const titleWord = (kind: string, title: string): string =>
  word(kinds[kind]?.titles?.includes(title) ?? false, `review.titles.${title}`, amountFirst(title));
export const fieldWord = (kind: string, name: string): string =>
  word(kinds[kind]?.fields.includes(name) ?? false, `review.fields.${name}`, name);
export const checkWord = (kind: string, name: string): string =>
  word(kinds[kind]?.checks.includes(name) ?? false, `review.checks.${name}`, name);

/** Tells of a kind of case whether this role can open it. */
export function useOpenQueues(): (kind: string) => boolean {
  const may = useMay();
  const kinds = useAsk(listReviewKinds, {}, { enabled: may('review.read') });
  return (kind) => kinds.data?.list.some((each) => each.kind === kind) ?? false;
}
