/** How long a day of UTC is, in milliseconds. */
export const dayMs = 86_400_000;

/** The UTC day of a moment, `2026-11-15`: the tape, income and statements are counted by these. */
export const utcDay = (at: Date | number): string => new Date(at).toISOString().slice(0, 10);

/** When a UTC day begins. */
export const dayStart = (day: string): Date => new Date(`${day}T00:00:00Z`);
