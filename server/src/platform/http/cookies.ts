/** The people of this site come over https alone. */
export const isSecure = (origins: readonly string[]): boolean => origins.every((origin) => origin.startsWith('https:'));

/** The name of a session cookie. Over https browsers take care that nobody but this very host can have set it. */
export const cookieNamed = (name: string, origins: readonly string[]): string =>
  isSecure(origins) ? `__Host-${name}` : name;
