import { z } from 'zod';

const list = z.string().transform((text) => text.split(',').map((part) => part.trim()));
const flag = z.enum(['0', '1']).transform((digit) => digit === '1');

/** Everything the server takes from its environment; `.env.example` explains each line. */
const schema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(10),
  FEED_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SETTLE_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  NATS_URL: z.url({ protocol: /^(nats|tls)$/ }),
  HTTP_HOST: z.string().default('127.0.0.1'),
  HTTP_PORT: z.coerce.number().int().min(0).max(65535).default(4100),
  OPS_PORT: z.coerce.number().int().min(0).max(65535).default(4101),
  ORIGINS: list.pipe(z.array(z.url({ protocol: /^https?$/ })).min(1)),
  TRUST_PROXY: flag.default(false),
  WEB_ROOT: z.string().optional(),
  OFFICE_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  OFFICE_PORT: z.coerce.number().int().min(0).max(65535).default(4110),
  OFFICE_ORIGINS: list.pipe(z.array(z.url({ protocol: /^https?$/ })).min(1)).optional(),
  OFFICE_ROOT: z.string().optional(),
  OFFICE_SECRET: z
    .base64()
    .refine((text) => Buffer.from(text, 'base64').length === 32)
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.string().min(3),
  TAPE_SIGNING_KEY: z.base64().optional(),
  SLIP_SIGNING_KEY: z.base64().optional(),
  TAPE_SOURCE: z.enum(['synthetic', 'exchange', 'replay']).default('synthetic'),
  TAPE_EXCHANGE_URL: z.url({ protocol: /^wss?$/ }).optional(),
  TAPE_REPLAY_FILE: z.string().optional(),
  TAPE_HISTORY_MINUTES: z.coerce.number().int().min(0).max(10_080).default(1440),
  LIVE_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  LIVE_CONNECTIONS: z.coerce.number().int().min(1).max(200_000).default(20_000),
  LIVE_PER_ADDRESS: z.coerce.number().int().min(1).max(200_000).default(64),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  DEVELOPMENT: flag.default(false),
});
export type Config = z.output<typeof schema>;

/** Refuses to start on a wrong environment, naming every wrong line at once. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  throw new Error(`The environment is not usable (see .env.example):\n${z.prettifyError(parsed.error)}`);
}
