import * as protocol from '@glasshouse/protocol/files/calls';
import { viewFile } from '@glasshouse/protocol/files/office';
import { serveOperator } from '#platform/console/office.ts';
import { type Route, serveInSteps } from '#platform/http/http.ts';
import * as files from './files.ts';

// In steps: no user holds a connection to the database while a picture is sent, cleaned or fetched.
export const routesWith = (opened: files.Files, checks: files.Checks): Route[] => [
  serveInSteps(protocol.uploadFile, files.uploadsTo(opened, checks)),
  serveInSteps(protocol.showFile, (call, input) => files.showFile(opened, call, input)),
];

// In one transaction: what is shown and the entry that says so stand or fall together. The store has a few seconds for it (see store.ts).
export const officeRoutesWith = (opened: files.Files, looked: files.Looked): Route[] => [
  serveOperator(viewFile, (call, input) => files.viewFile(opened, looked, call, input)),
];
