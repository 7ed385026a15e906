import { createTransport } from 'nodemailer';

export type Mail = { to: string; subject: string; text: string };
export type SendMail = (mail: Mail) => Promise<void>;

export function openMail(smtpUrl: string, from: string): { send: SendMail; close: () => void } {
  const transport = createTransport({ url: smtpUrl, pool: true, connectionTimeout: 10_000, socketTimeout: 20_000 });
  return {
    send: async (mail) => {
      await transport.sendMail({ from, ...mail, headers: { 'Auto-Submitted': 'auto-generated' } });
    },
    close: () => transport.close(),
  };
}
