import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboards } from './draw-dashboards.ts';
import { root } from './run.ts';

// `npm run dashboards`: writes deploy/grafana.
for (const board of dashboards)
  writeFileSync(join(root, `deploy/grafana/${board.uid}.json`), `${JSON.stringify(board, null, 2)}\n`);
