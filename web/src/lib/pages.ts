import type { IconName } from '@glasshouse/kit/Icon.tsx';
import type { ComponentType } from 'react';
import { lazily } from './lazily.ts';
import type { AppDomain, WordKey } from './words.tsx';

type About = {
  /** Whose words the page says beside the shell's. */
  words: readonly AppDomain[];
  /** Whether somebody who is not logged in may open it. */
  open?: boolean;
  /** Where its back arrow leads whoever came in by it; one step up in its address unless said. */
  parent?: string;
  /** The tab it belongs to, for pages that show the bar of tabs although they have no place in it. */
  under?: string;
};
type Load = () => Promise<ComponentType>;

const oneUp = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/home';

/** A page of a domain: its address, its title, and its own chunk of code and words. */
export const page = (
  path: string,
  title: WordKey,
  { words, open = false, parent = oneUp(path), under }: About,
  load: Load,
) => ({
  path,
  title,
  words,
  open,
  parent,
  under,
  Page: lazily(load, words),
});

type TabWord = 'home' | 'market' | 'contract' | 'financial' | 'user' | 'helps';

/** A page that has a place in the tab bar. */
export const tab = (path: string, word: TabWord, icon: IconName, about: About, load: Load) => ({
  ...page(path, `titles.${word}`, about, load),
  word,
  icon,
});
