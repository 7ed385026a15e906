/** The only place here that reads the clock: milliseconds since 1970. */
export const now = (): number => Date.now();
