import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** The first of four consecutive free ports, below those that the system assigns automatically. */
export async function freePorts(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = randomInt(20_000, 30_000);
    const free = await Promise.all([port, port + 1, port + 2, port + 3].map(listens));
    if (free.every(Boolean)) return port;
  }
  throw new Error('no four free ports in a row were found');
}
