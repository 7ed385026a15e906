/** The only place in the verifier that reads the clock: milliseconds since 1970. */
export const now = (): number => Date.now();
