import * as protocol from '@glasshouse/protocol/identity/calls';
import { type Route, serve } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import type { Files } from '../files/files.ts';
import { certify, showCertState } from './identity.ts';

export const routesWith = (files: Files): Route[] => [
  serve(protocol.certify, (call, input) => certify(files, call, input)),
  serve(protocol.showCertState, async (call) => ok(await showCertState(files, call))),
];
