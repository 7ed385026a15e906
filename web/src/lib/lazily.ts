import { type ComponentType, createElement, lazy } from 'react';
import { type AppDomain, needWords } from './words.tsx';

/** The code or the words of a part of the app could not be fetched. Nothing is broken; it can be asked for again. */
export class CodeMissing extends Error {}

const failed = new Set<() => void>();

/** Lets what could not be fetched be asked for again when it is next drawn. */
export function askAgain(): void {
  for (const renew of failed) renew();
  failed.clear();
}

/** Code with the words it says. */
export async function withWords<T>(code: Promise<T>, words: readonly AppDomain[]): Promise<T> {
  const [loaded] = await Promise.all([code, needWords(words)]);
  return loaded;
}

/** A component whose code and words come when it is first drawn. React keeps a failed try for ever; here `askAgain` forgets it. */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  words: readonly AppDomain[] = [],
): ComponentType<P> {
  const fresh = () =>
    lazy(async () => {
      try {
        return { default: await withWords(load(), words) };
      } catch (cause) {
        failed.add(() => {
          code = fresh();
        });
        throw new CodeMissing(String(cause), { cause });
      }
    });
  let code = fresh();
  return (props) => createElement(code as ComponentType<P>, props);
}
