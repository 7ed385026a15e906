import { z } from 'zod';
import { doneOrWaiting, operatorCall, reason } from '../operators/call.ts';

export const giveUpDay = operatorCall({
  path: '/office/market/giveUpDay',
  permission: 'tape.giveUp',
  leaves: 'entry',
  fresh: true,
  second: 'operators.approve',
  summary:
    'Gives up the rest of a day whose prices cannot be made any more: orders in that time are void and their stakes are returned. Always requires a second person. Only possible while the feed has reported for ten minutes that it cannot make the day.',
  input: z.object({ day: z.iso.date(), reason }),
  output: doneOrWaiting,
  errors: ['day_not_stuck'],
});
