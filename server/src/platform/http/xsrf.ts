import { timingSafeEqual } from 'node:crypto';
import type { ErrorName } from '@glasshouse/protocol/errors';

export type XsrfPieces = { origin: string | undefined; cookie: string | undefined; header: string | undefined };

/**
 * Only our own pages may write: the Origin must be ours, and the header must repeat a cookie that only our pages can
 * read.
 */
export function xsrfRefusal(origins: readonly string[], { origin, cookie, header }: XsrfPieces): ErrorName | undefined {
  if (origin === undefined || !origins.includes(origin)) return 'forbidden_origin';
  if (!cookie || !header || !same(cookie, header)) return 'xsrf_mismatch';
  return undefined;
}

const same = (a: string, b: string) => {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
};
