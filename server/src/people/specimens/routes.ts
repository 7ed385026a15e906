import * as protocol from '@glasshouse/protocol/specimens/calls';
import { type Route, serve } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import type { Signer } from '#platform/security/signer.ts';
import { makeCode } from './specimens.ts';

export const routesWith = (signer: Signer): Route[] => [
  serve(protocol.makeSpecimenCode, async ({ now, user }, input) => ok(makeCode(signer, now, user.number, input))),
];
