/** Whether users reach this site over https only. */
export const isSecure = (origins: readonly string[]): boolean => origins.every((origin) => origin.startsWith('https:'));

/** The name of a session cookie. Over https, its prefix makes browsers accept it from this exact host only. */
export const cookieNamed = (name: string, origins: readonly string[]): string =>
  isSecure(origins) ? `__Host-${name}` : name;
