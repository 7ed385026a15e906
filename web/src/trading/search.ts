/** What is chosen, as an address has it. */
export const searchOf = (chosen: object): [string, string][] =>
  Object.entries(chosen).flatMap(([name, value]): [string, string][] => (value ? [[name, String(value)]] : []));

/** What an address chooses of these; undefined where that makes no sense. */
export const askedOf = <V extends string>(search: URLSearchParams, name: string, values: readonly V[]): V | undefined =>
  values.find((value) => value === search.get(name));
