import * as protocol from '@glasshouse/protocol/shares/calls';
import type { Installation } from '#people/factors/factors.ts';
import { type Route, serve, serveInSteps } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import type { Signer } from '#platform/security/signer.ts';
import { createShareTokens } from './share-token.ts';
import * as shares from './shares.ts';

/** The secret of the installation makes what opens a share; slips are signed again for whoever reads one. */
export function routesWith({ keys }: Pick<Installation, 'keys'>, signer: Signer): Route[] {
  const tokens = createShareTokens(keys);
  return [
    serve(protocol.listShares, async ({ tx, user }) => ok(await shares.listShares(tx, tokens, user.userId))),
    serve(protocol.makeShare, (call, input) => shares.makeShare(call, tokens, input)),
    serve(protocol.takeShareBack, ({ tx, user }, input) => shares.takeShareBack(tx, user.userId, input)),
    serveInSteps(protocol.readShare, ({ step, address }, input) =>
      shares.readShare(step, { tokens, signer, address }, input),
    ),
  ];
}
