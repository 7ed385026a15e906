import { buildApp } from '../platform/app.ts';
import { authenticate } from '../session/session.ts';
import { maintenanceGate } from '../site/site.ts';
import type { Process, Role } from './process.ts';
import { routes } from './routes.ts';

/** Answers the calls of the web app, and serves its files. */
export async function startApi(process: Process): Promise<Role> {
  const door = { cookie: 'glasshouse_session', authenticate } as const;
  const app = await buildApp({ ...process, routes, door, closedUntil: maintenanceGate() });
  // The browser opens /live where it got the page; a process that does not push has nothing to say there.
  app.server.on('upgrade', (request, socket, head) => {
    if (process.live.upgrade) process.live.upgrade(request, socket, head);
    else socket.destroy();
  });
  const address = await app.listen({ host: process.config.HTTP_HOST, port: process.config.HTTP_PORT });
  process.log.info({ address }, 'api is listening');
  return { name: 'api', stop: () => app.close() };
}
