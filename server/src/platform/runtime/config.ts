import { z } from 'zod';
import type { Room } from '../database/connections.ts';
import { readTrust } from '../http/addresses.ts';
import { isSecure } from '../http/cookies.ts';
import { seedPattern } from './bus-access.ts';

const list = z.string().transform((text) => text.split(',').flatMap((part) => part.trim() || []));
const trust = z.string().transform((text, { issues, value }) => {
  const read = readTrust(text);
  if (read) return read;
  issues.push({ code: 'custom', message: 'a number of proxies, or their addresses', input: value });
  return z.NEVER;
});
const natsSeed = z.string().regex(seedPattern, 'the seed of a user key, as npm run secrets makes it');
const secret = z.base64().refine((text) => Buffer.from(text, 'base64').length === 32);
/** An address that a client can open, as RFC 9116 requires. */
const contact = z.string().regex(/^(mailto:[^\s@]+@[^\s@]+|tel:\+\d+|https:\/\/\S+)$/);
const flag = z.enum(['0', '1']).transform((digit) => digit === '1');

/** Everything that the server reads from its environment; `.env.example` explains each line. */
const lines = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(10),
  DATABASE_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(300).default(30),
  FEED_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SETTLE_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  LOG_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUSH_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  HEALTH_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  NATS_URL: z.url({ protocol: /^(nats|tls)$/ }),
  NATS_CERTIFICATE: z.string().startsWith('-----BEGIN CERTIFICATE-----').optional(),
  API_NATS_SEED: natsSeed.optional(),
  OFFICE_NATS_SEED: natsSeed.optional(),
  WORKER_NATS_SEED: natsSeed.optional(),
  FEED_NATS_SEED: natsSeed.optional(),
  SETTLE_NATS_SEED: natsSeed.optional(),
  PUSH_NATS_SEED: natsSeed.optional(),
  HTTP_HOST: z.string().default('127.0.0.1'),
  HTTP_PORT: z.coerce.number().int().min(0).max(65535).default(4100),
  HTTP_CONNECTIONS: z.coerce.number().int().min(10).max(200_000).default(10_000),
  HTTP_PER_ADDRESS: z.coerce.number().int().min(1).max(200_000).default(256),
  OPS_PORT: z.coerce.number().int().min(0).max(65535).default(4101),
  ORIGINS: list.pipe(z.array(z.url({ protocol: /^https?$/ })).min(1)),
  TRUST_PROXY: trust.prefault('0'),
  SECURITY_CONTACT: list.pipe(z.array(contact).max(4)).default([]),
  WEB_ROOT: z.string().optional(),
  FACTOR_SECRET: secret.optional(),
  FACTOR_SECRET_OLD: secret.optional(),
  OFFICE_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  OFFICE_PORT: z.coerce.number().int().min(0).max(65535).default(4110),
  OFFICE_ORIGINS: list.pipe(z.array(z.url({ protocol: /^https?$/ })).min(1)).optional(),
  OFFICE_ROOT: z.string().optional(),
  OFFICE_SECRET: secret.optional(),
  OFFICE_SECRET_OLD: secret.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.string().min(3),
  TAPE_SIGNING_KEY: z.base64().optional(),
  TAPE_SEED_KEY: secret.optional(),
  TAPE_SEED_KEY_OLD: secret.optional(),
  BEACON: z.enum(['drand', 'local']).default('drand'),
  BEACON_URL: z.url({ protocol: /^https?$/ }).optional(),
  BEACON_URL_OLD: z.url({ protocol: /^https?$/ }).optional(),
  BEACON_KEY: z.hex().length(192).toLowerCase().optional(),
  BEACON_SECRET: secret.optional(),
  BEACON_HOST: z.string().default('127.0.0.1'),
  BEACON_PORT: z.coerce.number().int().min(0).max(65535).default(4103),
  SLIP_SIGNING_KEY: z.base64().optional(),
  LOG_SIGNING_KEY: z.base64().optional(),
  LOG_ORIGIN: z
    .string()
    .regex(/^[^\s+]{1,200}$/)
    .optional(),
  WITNESSES: list.pipe(z.array(z.string().regex(/^https?:\/\/\S+ [^\s+]+\+[0-9a-f]{8}\+\S+$/)).max(16)).default([]),
  SPECIMEN_SIGNING_KEY: z.base64().optional(),
  FILES_KEY: secret.optional(),
  FILES_KEY_OLD: secret.optional(),
  PICTURES_WITHOUT_NAMESPACES: flag.default(false),
  FILES_DIRECTORY: z.string().min(1).default('data/files'),
  FILES_BUCKET: z.string().min(1).optional(),
  FILES_S3_URL: z.url({ protocol: /^https?$/ }).optional(),
  FILES_S3_REGION: z.string().default('us-east-1'),
  FILES_S3_ID: z.string().optional(),
  FILES_S3_SECRET: z.string().optional(),
  TAPE_SOURCE: z.enum(['synthetic', 'exchange', 'replay']).default('synthetic'),
  TAPE_EXCHANGE_URL: z.url({ protocol: /^wss?$/ }).optional(),
  TAPE_REPLAY_FILE: z.string().optional(),
  TAPE_HISTORY_MINUTES: z.coerce.number().int().min(0).max(10_080).default(1440),
  LIVE_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  LIVE_CONNECTIONS: z.coerce.number().int().min(1).max(200_000).default(20_000),
  LIVE_PER_ADDRESS: z.coerce.number().int().min(1).max(200_000).default(64),
  TRACES_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRACES_RATIO: z.coerce.number().min(0).max(1).default(0.01),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  DEVELOPMENT: flag.default(false),
});
// The recording reveals every result in advance.
const schema = lines.refine(({ TAPE_SOURCE, DEVELOPMENT }) => TAPE_SOURCE !== 'replay' || DEVELOPMENT, {
  path: ['TAPE_SOURCE'],
  error: 'replay plays prices whose future is known: only with DEVELOPMENT=1',
});
export type Config = z.output<typeof schema>;

/**
 * The limits of an http server. Live connections leave this count once they are accepted, and are counted by the
 * stream.
 */
export const roomOf = (config: Config): Room => ({
  connections: config.HTTP_CONNECTIONS,
  perAddress: config.HTTP_PER_ADDRESS,
  trusts: config.TRUST_PROXY,
});

const isLoopback = (origin: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname);

// One address without https among the others would remove the protection of https from all cookies.
const checked = schema.superRefine((config, context) => {
  for (const name of ['ORIGINS', 'OFFICE_ORIGINS'] as const) {
    const plain = (config[name] ?? []).filter((origin) => !isSecure([origin]));
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (plain.length > 0 && plain.length < config[name]!.length) refuse('either all of them are https or none');
    if (!config.DEVELOPMENT && !plain.every(isLoopback)) refuse('http is for this machine alone, or for DEVELOPMENT=1');
  }
});

/** Refuses to start on an invalid environment, naming every wrong line at once. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = checked.safeParse(environment);
  if (parsed.success) return parsed.data;
  throw new Error(`The environment is invalid (see .env.example):\n${z.prettifyError(parsed.error)}`);
}
