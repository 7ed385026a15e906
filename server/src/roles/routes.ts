import type { Route } from '../platform/http.ts';
import { routes as session } from '../session/routes.ts';
import { routes as site } from '../site/routes.ts';
import { routes as support } from '../support/routes.ts';

/** Every call the server answers. */
export const routes: readonly Route[] = [...site, ...support, ...session];
