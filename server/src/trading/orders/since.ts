import { msOfId } from '#platform/database/ids.ts';
import { minutes, seconds } from '#platform/runtime/clock.ts';

// The database holds both of these itself: see `open_since` and `fresh_heads` in the migrations.
/** How far the time in an order's id may be from the server's clock when it is accepted. */
const idMayDiffer = minutes(2);
/** How far the head may be from it. */
export const headMayDiffer = seconds(2);

/** Whether an id was made too far from now for a new order. */
export const isTooFar = (id: string, now: Date): boolean => Math.abs(now.getTime() - msOfId(id)) > idMayDiffer;
