import * as protocol from '@glasshouse/protocol/identity/calls';
import type { Files } from '../files/files.ts';
import { type Route, serve } from '../platform/http.ts';
import { ok } from '../platform/result.ts';
import { certify, showCertState } from './identity.ts';

export const routesWith = (files: Files): Route[] => [
  serve(protocol.certify, (call, input) => certify(files, call, input)),
  serve(protocol.showCertState, async (call) => ok(await showCertState(files, call))),
];
