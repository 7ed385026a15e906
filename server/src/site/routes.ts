import { getSite } from '@glasshouse/protocol/site';
import { serve } from '../platform/http.ts';
import { ok } from '../platform/result.ts';
import { publicSite } from './site.ts';

export const routes = [serve(getSite, async ({ tx }) => ok(await publicSite(tx)))];
