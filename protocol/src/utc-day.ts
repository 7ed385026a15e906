/** Milliseconds of a UTC day. */
export const dayMs = 86_400_000;

/** The UTC day of a moment, such as `2026-11-15`. The tape, income and statements use these days. */
export const utcDay = (at: Date | number): string => new Date(at).toISOString().slice(0, 10);

/** When a UTC day begins. */
export const dayStart = (day: string): Date => new Date(`${day}T00:00:00Z`);
