import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { dashboards } from './draw-dashboards.ts';
import { root } from './run.ts';

readArguments({ usage: 'npm run dashboards', about: 'Writes the dashboards in deploy/grafana.' });
for (const board of dashboards)
  writeFileSync(join(root, `deploy/grafana/${board.uid}.json`), `${JSON.stringify(board, null, 2)}\n`);
