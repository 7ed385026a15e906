import { headLines } from './http-lines.ts';
import { keepQuotes, type Quotes } from './orders-wishes.ts';
import { tokenOf } from './orders-world.ts';

/** The headers that a user's browser sends with every call. */
const headersOf = (owner: number, origin: string) => ({
  origin,
  cookie: `glasshouse_session=${tokenOf(owner)}; XSRF-TOKEN=bench`,
  'x-xsrf-token': 'bench',
  think_lang: 'en-US',
  'content-type': 'application/json',
});

/** A user's call as the text of an HTTP request. */
export function callOf(owner: number, origin: string, { path, body }: { path: string; body: string }): string {
  const headers = { host: '127.0.0.1', ...headersOf(owner, origin), 'content-length': String(body.length) };
  return `${headLines(`POST ${path}`, headers)}${body}`;
}

type Asking = { port: number; origin: string; anyUser: () => number; flash?: boolean };
/** Requests quotes from the api, as a buyer would. */
export function quotesFrom({ port, origin, anyUser, flash }: Asking): Promise<Quotes> {
  const post = async (path: string, input: object) => {
    const headers = headersOf(anyUser(), origin);
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    });
    const answer = (await response.json()) as { code: number; data: never };
    if (answer.code !== 200) throw new Error(`no quote: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const counter = {
    board: (input: object) => post('/index/option/board', input),
    quote: (input: object) => post('/index/option/quote', input),
  };
  return keepQuotes(counter, flash);
}
