import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** The first of two free ports in a row, below those the system hands out by itself. */
export async function freePorts(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = randomInt(20_000, 30_000);
    if ((await listens(port)) && (await listens(port + 1))) return port;
  }
  throw new Error('no two free ports in a row were found');
}
