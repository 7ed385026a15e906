import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { linkIn } from '../server/test/mailbox.ts';
import { freePorts } from './ports.ts';
import { startTestPostgres } from './postgres.ts';
import { reviewAfter } from './review-after.ts';
import type { Stack } from './stack.ts';

const contacts = `insert into support_contact (account, link, position) values
  ('Help desk', 'https://support.example/chat', 1), ('glasshouse_support', null, 2)`;

// In the tests operators decide, except on a site without operators on duty.
const peopleDecide = reviewAfter(0);

// The terms' rule depends on the price source, so terms cannot be arranged before the tape has started.
const tapeRuns = `do $$ begin
  for tries in 1..300 loop exit when exists (select from tape_run); perform pg_sleep(0.1); end loop;
end $$`;

/** Starts one product for all browser tests. They run in other processes and reach it through the environment. */
export default async function setUp(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  // The database modules read this on import, here and in the processes that run the tests.
  process.env.ADMIN_DATABASE_URL = postgres.adminUrl;
  // Playwright tears down only after a successful setup.
  const close = await openProduct().catch(async (error) => {
    await postgres.stop();
    throw error;
  });
  return async () => {
    await close();
    await postgres.stop();
  };
}

async function openProduct(): Promise<() => Promise<void>> {
  const { openStack } = await import('./stack.ts');
  const webRoot = process.env.E2E_WEB_ROOT ?? 'web/dist';
  const stack = await openStack({ name: 'e2e', port: await freePorts(), webRoot });
  const control = openControl(stack);
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));
  process.env.E2E_URL = stack.url;
  process.env.E2E_OPS = stack.ops;
  process.env.E2E_OFFICE = stack.office;
  process.env.E2E_LOG_KEY = stack.logKey;
  process.env.E2E_CONTROL = `http://127.0.0.1:${(control.address() as AddressInfo).port}`;
  const close = async () => {
    control.close();
    await stack.close();
  };
  await stack.arrange(tapeRuns, contacts, peopleDecide).catch(async (error) => {
    await close();
    throw error;
  });
  return close;
}

/** Does what no API call may do: reads mail, changes rows as their owner, creates accounts and the first operator. */
function openControl({ mailbox, arrange, insertAccount, makeOwner }: Stack) {
  const newAccount = async (request: IncomingMessage) => {
    const { info, cookies } = await insertAccount(JSON.parse(await textOf(request)));
    return JSON.stringify({ info, cookies: [...cookies] });
  };

  return createServer(async (request, response) => {
    try {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://control');
      if (pathname === '/mail') response.end(await mailbox.next(searchParams.get('to') ?? ''));
      else if (pathname === '/link') response.end(linkIn(await mailbox.next(searchParams.get('to') ?? '')));
      else if (pathname === '/arrange') response.end(await arrange(...JSON.parse(await textOf(request))));
      else if (pathname === '/account') response.end(await newAccount(request));
      else if (pathname === '/owner')
        response.end(await makeOwner(searchParams.get('name') ?? '', searchParams.get('email') ?? ''));
      else response.writeHead(404).end();
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
