import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Mailbox = { url: string; next: (to: string) => Promise<string>; close: () => Promise<void> };

/**
 * A real SMTP server on loopback that stores what it receives. If `refuses` returns true, it asks the sender to retry
 * later. `next` waits for the next mail to an address.
 */
export async function openMailbox(
  port = 0,
  seen: (to: string, raw: string) => void = () => {},
  refuses: () => boolean = () => false,
  host = '127.0.0.1',
): Promise<Mailbox> {
  const mails: { to: string; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refuses()) return done(Object.assign(new Error('come again later'), { responseCode: 451 }));
        const raw = Buffer.concat(chunks).toString('utf8');
        for (const { address } of session.envelope.rcptTo) {
          mails.push({ to: address, raw });
          if (mails.length > 1000) mails.shift();
          seen(address, raw);
        }
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const next = async (to: string) => {
    for (let tries = 0; tries < 200; tries++) {
      const at = mails.findIndex((mail) => mail.to === to);
      if (at >= 0) return mails.splice(at, 1)[0]!.raw;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`no mail to ${to} within 10 s`);
  };
  const { port: bound } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    next,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The text of a mail, in any transfer encoding. */
export function textOf(raw: string): string {
  const [, head = '', body = ''] = /^(.*?)\r?\n\r?\n(.*)$/s.exec(raw) ?? [];
  const [, encoding = '7bit'] = /^content-transfer-encoding: *(\S+)/im.exec(head) ?? [];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
/** The one-time link in a mail. */
export const linkIn = (raw: string): string => /https?:\S+\/setup#\S+/.exec(textOf(raw))?.[0] ?? `no link in: ${raw}`;
