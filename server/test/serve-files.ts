import { fastify } from 'fastify';
import { fileHeaders, securityHeaders, serveWeb } from '#platform/http/pages.ts';

/** Serves a built page with the code that serves the app, and nothing else. */
export async function serveFiles(root: string, port: number): Promise<{ url: string; close: () => Promise<void> }> {
  const app = fastify();
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.headers(url.startsWith('/static/') ? fileHeaders : securityHeaders);
  });
  await serveWeb(app, root);
  return { url: await app.listen({ host: '127.0.0.1', port }), close: () => app.close() };
}
