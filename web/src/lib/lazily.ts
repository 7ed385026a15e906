import { type ComponentType, createElement, lazy, useState } from 'react';
import { type AppDomain, needWords } from './words.tsx';

/** The code or the words of a part of the app could not be fetched. A retry may succeed. */
export class CodeMissing extends Error {}

const failed = new Set<() => void>();

/** Makes failed parts load again when they are next rendered. */
export function askAgain(): void {
  for (const renew of failed) renew();
  failed.clear();
}

/** Loads code together with the words it needs. */
export async function withWords<T>(code: Promise<T>, words: readonly AppDomain[]): Promise<T> {
  const [loaded] = await Promise.all([code, needWords(words)]);
  return loaded;
}

/** `load` fetches the component ahead of time, so that it renders at once. */
type Lazy<P extends object> = ComponentType<P> & { load: () => Promise<unknown> };

/**
 * A component whose code and words load when it is first rendered. React caches a failed load permanently; here
 * `askAgain` clears it.
 */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  words: readonly AppDomain[] = [],
): Lazy<P> {
  let loaded: ComponentType<P> | undefined;
  const fetchAll = async () => {
    loaded = await withWords(load(), words);
    return loaded;
  };
  const fresh = (): ComponentType<P> =>
    lazy(async () => {
      try {
        return { default: await fetchAll() };
      } catch (cause) {
        failed.add(() => {
          code = fresh();
        });
        throw new CodeMissing(String(cause), { cause });
      }
    }) as ComponentType<P>;
  let code = fresh();
  const pick = () => loaded ?? code;
  return Object.assign((props: P) => createElement(LoadedCode<P>, { pick, props }), { load: fetchAll });
}

/** Picks the code once per mount, because replacing it under a mounted component would reset its state. */
function LoadedCode<P extends object>({ pick, props }: { pick: () => ComponentType<P>; props: P }) {
  const [Code] = useState(pick);
  return createElement(Code, props);
}
