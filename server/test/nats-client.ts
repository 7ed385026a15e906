import { type ConnectionOptions, connect, type NatsConnection, nkeyAuthenticator } from '@nats-io/transport-node';
import { onTestFinished } from 'vitest';

/** A connection to NATS for tests of misuse, with or without the seed of a login; closed when the test ends. */
export async function openNats(
  url: string,
  seed?: string,
  options: Partial<ConnectionOptions> = {},
): Promise<NatsConnection> {
  const authenticator = seed === undefined ? undefined : nkeyAuthenticator(Buffer.from(seed));
  const login = authenticator && { authenticator };
  const connection = await connect({ servers: url, reconnect: false, ...login, ...options });
  onTestFinished(() => connection.close());
  return connection;
}
