import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Mailbox = { url: string; next: (to: string) => Promise<string>; close: () => Promise<void> };

/** A real SMTP server on loopback that keeps what it receives. `next` waits for the next mail to an address. */
export async function openMailbox(port = 0): Promise<Mailbox> {
  const mails: { to: string; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, raw });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
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
