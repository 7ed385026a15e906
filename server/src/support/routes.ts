import { getServiceList } from '@glasshouse/protocol/support';
import { serve } from '../platform/http.ts';
import { ok } from '../platform/result.ts';
import { contacts } from './sql.ts';

export const routes = [serve(getServiceList, async ({ tx }) => ok({ list: await contacts(tx) }))];
