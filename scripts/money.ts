import { writeFileSync } from 'node:fs';
import { drawMoney } from './draw-money.ts';
import { root } from './run.ts';

// Draws docs/money.md again from the arrows that the code and the database use. A test fails where the two have parted.
writeFileSync(`${root}/docs/money.md`, drawMoney());
console.log('money: docs/money.md is drawn');
