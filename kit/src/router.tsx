import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';

type PathParams = Readonly<Record<string, string | undefined>>;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The parameters of an address that matches a pattern such as `/records/:id`; `undefined` if it doesn't match. */
export function matchPath(pattern: string, pathname: string): PathParams | undefined {
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

/** The browser's location: the address, the state passed along, and the key of this history entry. */
type Place = { pathname: string; search: string; hash: string; state: unknown; key: string };
type Options = { replace?: boolean | undefined; state?: unknown };

function placeNow(): Place {
  const { pathname, search, hash } = window.location;
  // Pages are numbered in the order in which they were opened; 0 is the one through which the user arrived.
  if (history.state?.idx === undefined) history.replaceState({ ...history.state, idx: 0 }, '');
  const { usr = null, key = 'default' } = history.state;
  return { pathname, search, hash, state: usr, key };
}

const Here = createContext<Place>({ pathname: '/', search: '', hash: '', state: null, key: 'default' });
/** The parameters of the current address, by its page's pattern. */
export const Params = createContext<PathParams>({});
const followers = new Set<() => void>();

let leave = (go: () => void): void => go();

type RouterProps = {
  children: ReactNode;
  /** Changes the page after open sheets have removed their history entries. */
  leave?: (go: () => void) => void;
  /** Follows Back and Forward after the router, until the returned function is called. */
  watch?: () => () => void;
};

/** Follows the address. The old page stays until the code of the new one has loaded. */
export function Router({ children, leave: own, watch }: RouterProps) {
  const [place, setPlace] = useState(placeNow);
  useLayoutEffect(() => {
    if (own) leave = own;
    const follow = () => startTransition(() => setPlace(placeNow()));
    followers.add(follow);
    window.addEventListener('popstate', follow);
    const unwatch = watch?.();
    return () => {
      followers.delete(follow);
      window.removeEventListener('popstate', follow);
      unwatch?.();
    };
  }, [own, watch]);
  return <Here value={place}>{children}</Here>;
}

export const useLocation = (): Place => use(Here);
export const useParams = () => use(Params);

/** The full address of a page of this app; undefined for addresses outside it, such as `//host` or `javascript:`. */
export function ownAddress(to: string): string | undefined {
  const { origin, href } = window.location;
  // Parsed as the browser does: it drops tabs, and turns backslashes into slashes.
  const found = URL.parse(to, href)?.href;
  return found?.startsWith(`${origin}/`) ? found : undefined;
}

/** Goes to an address, or some steps through the history. The entries of open sheets are removed first. */
function navigate(to: string | number, { replace = false, state = null }: Options = {}): void {
  if (typeof to === 'number') return void history.go(to);
  const address = ownAddress(to);
  if (address === undefined) throw new Error(`not a page of this app: ${to}`);
  leave(() => {
    const idx = (history.state?.idx ?? 0) + (replace ? 0 : 1);
    const entry = { usr: state, key: Math.random().toString(36).slice(2, 10), idx };
    if (replace) history.replaceState(entry, '', address);
    else history.pushState(entry, '', address);
    for (const follow of followers) follow();
  });
}
export const useNavigate = () => navigate;

export function Navigate({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}

type Search = ConstructorParameters<typeof URLSearchParams>[0];
function setSearch(search: Search, options?: Options): void {
  const text = String(new URLSearchParams(search));
  navigate(text ? `?${text}` : window.location.pathname, options);
}

export function useSearchParams(): [URLSearchParams, typeof setSearch] {
  const { search } = useLocation();
  return [useMemo(() => new URLSearchParams(search), [search]), setSearch];
}

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  Options & { to: string; ref?: Ref<HTMLAnchorElement> | undefined };

/** A link to a page of the app, never out of it. A link to the current page adds no history entry. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const { pathname, search, hash } = useLocation();
  const isOwn = ownAddress(to) !== undefined;
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isElsewhere = event.metaKey || event.ctrlKey || event.altKey || event.shiftKey || event.button !== 0;
    if (event.defaultPrevented || isElsewhere || (rest.target && rest.target !== '_self')) return;
    event.preventDefault();
    if (!isOwn) return;
    navigate(to, { replace: replace ?? to === pathname + search + hash, state });
  };
  return <a {...rest} href={isOwn ? to : undefined} onClick={go} />;
}
