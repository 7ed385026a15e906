/** What is chosen, as an address has it. */
export const searchOf = (chosen: object): [string, string][] =>
  Object.entries(chosen).flatMap(([name, value]): [string, string][] => (value ? [[name, String(value)]] : []));
