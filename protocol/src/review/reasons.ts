/** Reasons to reject that have a sentence in every language: the operator chooses in theirs, the user reads theirs. */
export const cannedReasons = {
  identity: ['name_differs', 'number_differs', 'code_other', 'stamp_missing', 'unreadable'],
  top_up: ['amount_differs', 'network_differs', 'code_other', 'stamp_missing', 'unreadable'],
  withdrawal: ['payee_unclear', 'security_recent', 'history_unusual'],
  appeal: ['unreachable', 'cause_open'],
  vip_refund: ['hold_running', 'still_open'],
} as const;
export type CannedReason = (typeof cannedReasons)[keyof typeof cannedReasons][number];

const isQueue = (kind: string): kind is keyof typeof cannedReasons => Object.hasOwn(cannedReasons, kind);
export const cannedFor = (kind: string): readonly CannedReason[] => (isQueue(kind) ? cannedReasons[kind] : []);
const all: ReadonlySet<string> = new Set(Object.values(cannedReasons).flat());

const form = /^canned:([a-z_]+)(?:\n(.*))?$/s;
/** As a reason is stored: what a person wrote, or the name of a canned reason with what they added on the next line. */
export const writeReason = (canned: CannedReason | null, text: string | null): string | null =>
  canned === null ? text : `canned:${canned}${text === null ? '' : `\n${text}`}`;
/** A text that only looks like a canned reason is a text. */
export function readReason(stored: string): { canned: CannedReason | null; text: string } {
  const [, canned, text = ''] = form.exec(stored) ?? [];
  return canned !== undefined && all.has(canned)
    ? { canned: canned as CannedReason, text }
    : { canned: null, text: stored };
}
