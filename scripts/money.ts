import { writeFileSync } from 'node:fs';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { drawMoney } from './draw-money.ts';
import { root } from './run.ts';

readArguments({
  usage: 'npm run money',
  about:
    'Draws docs/reference/money-movements.md from the postings that code and database allow. A test fails when the page is out of date.',
});
writeFileSync(`${root}/docs/reference/money-movements.md`, drawMoney());
console.log('money: docs/reference/money-movements.md is drawn');
