import type { Endpoint, Envelope } from '@glasshouse/protocol/endpoint';
import type { Locale } from '@glasshouse/protocol/locales';
import type { z } from 'zod';

/** The cookies of one browser, by name. */
export type Jar = Map<string, string>;
/** How one browser makes calls, over any transport. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  body: z.input<E['input']>,
) => Promise<Envelope & { data: z.input<E['output']> & { reason?: string } }>;

const xsrf = 'XSRF-TOKEN';
export const newJar = (): Jar => new Map([[xsrf, 'made-by-a-browser']]);
export const cookiesOf = (jar: Jar): string => [...jar].map((pair) => pair.join('=')).join('; ');

/** The headers that app and console send with every call. */
export const headersOf = (jar: Jar, origin: string, locale: Locale = 'en-US') => ({
  cookie: cookiesOf(jar),
  origin,
  'x-xsrf-token': jar.get(xsrf) ?? '',
  think_lang: locale,
});

/** Stores the cookies of an answer, and removes those it deletes. */
export function keepCookies(jar: Jar, lines: readonly string[]): void {
  for (const line of lines) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (!name) continue;
    if (/; (Max-Age=0|Expires=Thu, 01 Jan 1970 00:00:00 GMT)(;|$)/i.test(line)) jar.delete(name);
    else jar.set(name, value!);
  }
}
