import { readFile } from 'node:fs/promises';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { type Clock, days, plus } from '../runtime/clock.ts';
import { keepAnswer } from './cached-answer.ts';

const folder = '/.well-known';
const validFor = days(30);

type Site = { contacts: readonly string[]; origin: string; clock: Clock };

/**
 * Contacts and rules for reporting vulnerabilities (RFC 9116). The expiry is computed for each answer, so that it is
 * always in the future.
 */
export function serveSecurityTxt(
  app: FastifyInstance,
  { contacts, origin, clock }: Site,
  onRequest: onRequestHookHandler,
): void {
  if (contacts.length > 0)
    app.get(`${folder}/security.txt`, { onRequest }, (_, reply) => {
      const expires = plus(clock(), validFor).toISOString().replace(/T.*/, 'T00:00:00.000Z');
      const lines = [
        ...contacts.map((contact) => `Contact: ${contact}`),
        `Expires: ${expires}`,
        `Canonical: ${origin}${folder}/security.txt`,
        `Policy: ${origin}${folder}/security-policy.txt`,
      ];
      return reply
        .header('cache-control', 'no-cache')
        .type('text/plain; charset=utf-8')
        .send(`${lines.join('\n')}\n`);
    });
  const policy = () => readFile(new URL('../../../../SECURITY.md', import.meta.url));
  app.get(`${folder}/security-policy.txt`, { onRequest }, keepAnswer('text/plain; charset=utf-8', policy));
  // The app has no pages there; programs that request other addresses must not mistake its page for an answer.
  app.get(`${folder}/*`, { onRequest }, (_, reply) => reply.callNotFound());
}
