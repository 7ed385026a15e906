import { type ConnectionOptions, connect, type NatsConnection, nkeyAuthenticator } from '@nats-io/transport-node';
import { onTestFinished } from 'vitest';

/** A connection to NATS that is ours to misuse, with the seed of a login or without; closed when the test ends. */
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
