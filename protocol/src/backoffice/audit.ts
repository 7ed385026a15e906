import { z } from 'zod';
import { fromHex, layout, toHex } from '../bytes.ts';
import { nothing } from '../endpoint.ts';
import { sha256 } from '../market/tape.ts';
import { colleague, operatorCall } from '../operators/call.ts';
import { seenPerson } from './approvals.ts';

/** One entry of the operators' log, as it is sent and as it is hashed. */
export const auditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  operator: colleague.nullable().describe('Null for a command on the server.'),
  second: colleague.nullable().describe('The operator who approved, if two people were needed.'),
  action: z.string().describe('The path of the call, the name of the command, or `look`.'),
  subject: z.string().describe('The object of the action, such as `user:8620001`.'),
  before: z.json(),
  after: z.json(),
  reason: z.string().nullable(),
  previous: z.string(),
  hash: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;
/** The `previous` hash of the first entry. */
export const noEntry = '0'.repeat(64);

/** JSON in canonical form: equal values give equal texts. Keys are sorted, without spaces. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).filter(([, part]) => part !== undefined);
    pairs.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${pairs.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(',')}}`;
  }
  return JSON.stringify(typeof value === 'string' ? value.toWellFormed() : (value ?? null));
}

// A global in Node and in browsers.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
const encoder = new TextEncoder();
/** A text prefixed with its length, so that different lists of texts have different bytes. Null differs from empty. */
function field(text: string | null): Uint8Array {
  if (text === null) return layout({ u8: 0 });
  const bytes = encoder.encode(text);
  return layout({ u8: 1 }, { u32: bytes.length }, { raw: bytes });
}

/** The hashed bytes of an entry: all of its fields and the hash of the previous entry. Layout 1. */
export function entryBytes(entry: Omit<AuditEntry, 'hash'>): Uint8Array<ArrayBuffer> {
  const { operator, second } = entry;
  const texts = [
    operator?.id ?? null,
    operator?.name ?? null,
    second?.id ?? null,
    second?.name ?? null,
    entry.action,
    entry.subject,
    canonical(entry.before),
    canonical(entry.after),
    entry.reason,
  ];
  return layout(
    { u8: 1 },
    { u64: entry.id },
    { u64: Date.parse(entry.at) },
    { raw: fromHex(entry.previous) },
    ...texts.map((text) => ({ raw: field(text) })),
  );
}

export const hashEntry = async (entry: Omit<AuditEntry, 'hash'>): Promise<string> =>
  toHex(await sha256(entryBytes(entry)));

export type ChainState = { entries: number; head: string };
/**
 * Follows the chain over the next entries. Returns the new end of the chain, or the first entry that does not follow
 * the previous one because entries were changed, removed, moved or inserted.
 */
export async function followChain(
  from: ChainState,
  entries: readonly AuditEntry[],
): Promise<{ ok: true; state: ChainState } | { ok: false; brokenAt: number }> {
  let state = from;
  for (const entry of entries) {
    const follows = entry.id === state.entries + 1 && entry.previous === state.head;
    if (!follows || (await hashEntry(entry)) !== entry.hash) return { ok: false, brokenAt: state.entries + 1 };
    state = { entries: entry.id, head: entry.hash };
  }
  return { ok: true, state };
}

const chainState = z.object({ entries: z.int(), head: z.string() });

export const showAuditHead = operatorCall({
  path: '/office/audit/head',
  permission: 'self',
  leaves: 'nothing',
  background: true,
  summary: 'The number of entries and the hash of the newest. A copy kept elsewhere reveals a truncated log.',
  input: nothing,
  output: chainState,
  errors: [],
});
/** Selects entries of the log. */
export const auditFilter = z.object({
  operator: z.uuid().optional(),
  action: z.string().max(100).optional(),
  subject: z
    .string()
    .trim()
    .min(1)
    .max(254)
    .optional()
    .describe(
      'As the log has it, or the username, number, email or phone of a user, the name of an operator, or the number of a case.',
    ),
});
const namedCase = z.object({
  id: z.uuid(),
  kind: z.string(),
  person: seenPerson,
  amount: z.object({ amount: z.string(), currency: z.string() }).nullable(),
});
/** A review case as named in titles. */
export type NamedCase = z.output<typeof namedCase>;
export const listAudit = operatorCall({
  path: '/office/audit/list',
  permission: 'audit.read',
  leaves: 'nothing',
  summary: 'The log, newest first, filtered by operator, action, subject or days.',
  input: z.object({
    ...auditFilter.shape,
    from: z.iso.date().optional().describe('A UTC day.'),
    until: z.iso.date().optional().describe('The last UTC day.'),
    before: z.int().positive().optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  output: z.object({
    list: z.array(auditEntry),
    people: z.array(seenPerson).describe('The users that the entries are about. Their names are not in the log.'),
    cases: z.array(namedCase).describe('The review cases that the entries are about.'),
    next: z.int().nullable(),
  }),
  errors: [],
});
export const readAuditChain = operatorCall({
  path: '/office/audit/chain',
  permission: 'audit.read',
  leaves: 'nothing',
  summary: 'The complete log from its beginning, so that its reader can recompute it.',
  input: z.object({ after: z.int().min(0).default(0), limit: z.int().min(1).max(500).default(500) }),
  output: z.object({ list: z.array(auditEntry), state: chainState }),
  errors: [],
});
