import { createServer } from 'node:http';
import { openMailbox } from '../server/test/mailbox.ts';

// Takes mail at a port and shows the newest one to an address at another: for trying a site that has no mail server. Not for people's mail.
const [smtp = '2525', http = '2580', host = '127.0.0.1'] = process.argv.slice(2);
const newest = new Map<string, string>();
await openMailbox(Number(smtp), (to, raw) => newest.set(to, raw), undefined, host);
createServer((request, response) => {
  const mail = newest.get(decodeURIComponent((request.url ?? '/').slice(1)));
  response.writeHead(mail ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8' }).end(mail);
}).listen(Number(http), host);
console.log(`mail-sink: takes mail at ${host}:${smtp}, shows it at http://${host}:${http}/ADDRESS`);
