type Params = Readonly<Record<string, string | undefined>>;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What an address has in the places that a pattern such as `/records/:id` leaves open; undefined when it is not such an address. */
export function matchPath(pattern: string, pathname: string): Params | undefined {
  const wanted = pattern.split('/');
  const given = pathname.replace(/(?<=.)\/+$/, '').split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [place, part] of wanted.entries()) {
    const found = given[place]!;
    if (part.startsWith(':') && found) params[part.slice(1)] = decoded(found);
    else if (part !== found) return undefined;
  }
  return params;
}
