import { type Call, headersOf, type Jar, keepCookies, newJar } from '../server/test/browser.ts';

export { headersOf } from '../server/test/browser.ts';

/**
 * An HTTP client for a running server that stores cookies like a browser. Throws if there is no response within ten
 * seconds.
 */
export function openBrowser(url: string, jar: Jar = new Map()): { jar: Jar; call: Call } {
  for (const [name, value] of newJar()) jar.set(name, value);
  const call: Call = async ({ method, path }, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...headersOf(jar, url), 'content-type': 'application/json' },
      signal: AbortSignal.timeout(10_000),
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
    keepCookies(jar, response.headers.getSetCookie());
    return (await response.json()) as never;
  };
  return { jar, call };
}
