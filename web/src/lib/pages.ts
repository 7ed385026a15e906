import type { IconName } from '@glasshouse/kit/Icon.tsx';
import type { ComponentType } from 'react';
import { lazily, withWords } from './lazily.ts';
import type { AppDomain, WordKey } from './words.tsx';

/** Whose words a page says beside the shell's, and whether somebody who is not logged in may open it. */
type About = { words: readonly AppDomain[]; open?: boolean };
type Load = () => Promise<ComponentType>;

/** A page of a domain: its address, its title, and its own chunk of code and words. */
export const page = (path: string, title: WordKey, { words, open = false }: About, load: Load) => ({
  path,
  title,
  open,
  Page: lazily(load, words),
});

type TabWord = 'home' | 'market' | 'contract' | 'financial' | 'user' | 'helps';

/** A page that has a place in the tab bar. `load` fetches it ahead of time. */
export const tab = (path: string, word: TabWord, icon: IconName, about: About, load: Load) => ({
  ...page(path, `titles.${word}`, about, load),
  word,
  icon,
  load: () => withWords(load(), about.words),
});
