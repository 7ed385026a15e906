/** The only place that reads the system clock. All other code gets the time as a parameter. */
export type Clock = () => Date;
export const systemClock: Clock = () => new Date();

export const plus = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds);
export const seconds = (n: number): number => n * 1000;
export const minutes = (n: number): number => n * 60_000;
export const days = (n: number): number => n * 86_400_000;
