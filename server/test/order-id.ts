import { newId } from '#platform/database/ids.ts';

/** An id as the app makes it at a tap: it begins with the time in milliseconds. */
export function orderIdAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}
