import { createServer } from 'node:http';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { openMailbox } from '../server/test/mailbox.ts';

const { positionals } = readArguments({
  usage: 'node scripts/mail-sink.ts [SMTP_PORT] [HTTP_PORT] [ADDRESS]',
  about:
    'Accepts mail at one port and shows the newest mail to an address at another, to try a site without a mail server. Not for real mail.',
  takes: [0, 3],
});
const [smtp = '2525', http = '2580', host = '127.0.0.1'] = positionals;
const newest = new Map<string, string>();
await openMailbox(Number(smtp), (to, raw) => newest.set(to, raw), undefined, host);
createServer((request, response) => {
  const mail = newest.get(decodeURIComponent((request.url ?? '/').slice(1)));
  response.writeHead(mail ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8' }).end(mail);
}).listen(Number(http), host);
console.log(`mail-sink: takes mail at ${host}:${smtp}, shows it at http://${host}:${http}/ADDRESS`);
