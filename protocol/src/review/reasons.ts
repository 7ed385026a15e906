/** Predefined reasons for rejection. They are translated: operator and user each see them in their own language. */
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
/** The stored form of a reason: the text alone, or the name of a canned reason with any additional text on the next line. */
export const writeReason = (canned: CannedReason | null, text: string | null): string | null =>
  canned === null ? text : `canned:${canned}${text === null ? '' : `\n${text}`}`;
/** Parses a stored reason. A text that only resembles a canned reason is returned as text. */
export function readReason(stored: string): { canned: CannedReason | null; text: string } {
  const [, canned, text = ''] = form.exec(stored) ?? [];
  return canned !== undefined && all.has(canned)
    ? { canned: canned as CannedReason, text }
    : { canned: null, text: stored };
}
