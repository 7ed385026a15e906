import { asAdmin, inDatabase, ownerRole, prepareDatabase, urlFor, urlsFor } from '../server/database/prepare.ts';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { end, startChild } from '../server/test/child.ts';
import { linkIn, openMailbox, textOf } from '../server/test/mailbox.ts';
import { beaconFor, keptSecret, keptSigningKey } from '../server/test/signing-key.ts';
import { registerDemo } from './demo.ts';
import { demoOperators } from './demo-operators.ts';
import { answers, root } from './run.ts';
import { ready } from './stack.ts';

readArguments({
  usage: 'npm run dev',
  about:
    'Starts everything on a laptop: database, mail, the server with all roles, app and console with instant reload. Stop it with Ctrl-C.',
});
// Ctrl-C is the normal way to stop it. This listener comes first, so its exit code is the one used.
process.on('SIGINT', () => end(0));
const database = 'glasshouse';
const api = 'http://127.0.0.1:4100';
const ops = 'http://127.0.0.1:4101';
const web = 'http://127.0.0.1:5173';
const office = 'http://localhost:4110';
const consoleUrl = 'http://localhost:5174';

const needs = [
  {
    name: 'PostgreSQL',
    host: '127.0.0.1',
    port: 5432,
    cure: 'sudo apt-get install -y postgresql && sudo pg_ctlcluster 15 main start   (user postgres needs "trust" for 127.0.0.1 in pg_hba.conf, or set ADMIN_DATABASE_URL)',
  },
  {
    name: 'NATS',
    host: '127.0.0.1',
    port: 4222,
    cure: 'sudo apt-get install -y nats-server && nats-server -a 127.0.0.1',
  },
];
for (const { name, host, port, cure } of needs) {
  if (await answers(host, port)) continue;
  console.error(`${name} does not answer at ${host}:${port}. Start it, then run this again:\n  ${cure}`);
  process.exit(1);
}
for (const port of [4100, 4101, 4103, 4110, 5173, 5174, 2525]) {
  if (!(await answers('127.0.0.1', port))) continue;
  console.error(`Port ${port} is taken, perhaps by another "npm run dev". Stop that one first.`);
  process.exit(1);
}

await asAdmin('select 1').catch((error: Error) => {
  console.error(`PostgreSQL refused the user postgres: ${error.message}
Add this line at the top of pg_hba.conf and reload PostgreSQL, or set ADMIN_DATABASE_URL to an address with a password:
  host all all 127.0.0.1/32 trust`);
  process.exit(1);
});
await prepareDatabase(database);
await inDatabase(
  urlFor(database, ownerRole),
  `insert into support_contact (account, link, position)
   select * from (values ('Help desk', 'https://support.example/chat', 1), ('glasshouse_support', null, 2)) as first
   where not exists (select from support_contact)`,
);

const mail = await openMailbox(2525, (to, raw) => {
  const subject = /^Subject: (.*)$/m.exec(raw)?.[1] ?? '';
  console.log(`mail to ${to}: ${subject}\n${textOf(raw).trim().replaceAll(/^/gm, '    ')}\n`);
});

const environment = {
  ...process.env,
  ...urlsFor(database),
  OFFICE_ORIGINS: `${consoleUrl},${office}`,
  OFFICE_SECRET: keptSecret('artifacts/dev-office-secret'),
  FACTOR_SECRET: keptSecret('artifacts/dev-factor-secret'),
  LOG_SIGNING_KEY: keptSigningKey('artifacts/dev-log-key'),
  TAPE_SIGNING_KEY: keptSigningKey('artifacts/dev-signing-key'),
  ...beaconFor(4103, keptSecret('artifacts/dev-beacon-secret'), keptSecret('artifacts/dev-seed-key')),
  SLIP_SIGNING_KEY: keptSigningKey('artifacts/dev-slip-key'),
  SPECIMEN_SIGNING_KEY: keptSigningKey('artifacts/dev-specimen-key'),
  FILES_KEY: keptSecret('artifacts/dev-files-key'),
  FILES_DIRECTORY: 'artifacts/dev-files',
  NATS_URL: 'nats://127.0.0.1:4222',
  ORIGINS: [api, web, ...[api, web].map((url) => url.replace('127.0.0.1', 'localhost'))].join(),
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'Glasshouse <no-reply@glasshouse.example>',
  LOG_LEVEL: 'warn',
  DEVELOPMENT: '1',
};
const server = startChild(
  process.execPath,
  ['--watch-path=server/src', '--watch-path=protocol/src', '--watch-preserve-output', 'server/src/keep.ts', 'all'],
  { cwd: root, env: environment, stdio: 'inherit' },
);
const vite = startChild('vite', ['web', '--clearScreen', 'false', '--logLevel', 'warn'], {
  cwd: root,
  env: environment,
  stdio: 'inherit',
});
const backoffice = startChild('vite', ['backoffice', '--clearScreen', 'false', '--logLevel', 'warn'], {
  cwd: root,
  env: environment,
  stdio: 'inherit',
});

for (const child of [server, vite, backoffice]) child.on('exit', () => end(1));

await ready(`${ops}/readyz`);
await ready(web);
const demo = await registerDemo(web, ops);
const staff = await demoOperators(office, environment, 'artifacts/dev-operators.json', async (to) =>
  linkIn(await mail.next(to)),
);
// Enrolled more than a day ago, so that each of them can approve as the second person.
await inDatabase(
  urlFor(database, ownerRole),
  `update operator set enrolled_at = now() - interval '25 hours' where enrolled_at > now() - interval '25 hours'
   and email like '%@office.example'`,
);
console.log(`
  app            ${web}
  components     ${web}/dev/ui
  API reference  ${api}/docs
  health         ${ops}/readyz   metrics ${ops}/metrics   text messages ${ops}/outbox
  demo login     ${demo.account}   password: ${demo.password}
  console        ${consoleUrl}   password: ${staff[0]?.password ?? 'your own'}   and the code of an authenticator app:
${staff.map(({ role, email, secret }) => `    ${role.padEnd(16)} ${email.padEnd(32)} secret ${secret}`).join('\n')}
  Mails are printed here. Ctrl-C stops everything.

dev: ready at ${web}`);
