/** The words that the components of this folder need. A page that shows one of them must list these too. */
export const ticket = { words: ['contracts', 'market', 'assets'] } as const;
/** The same for the results page. */
export const results = { words: ['contracts', 'help'] } as const;
/** The same for the practice orders of all products. */
export const practice = { words: ['contracts', 'options', 'spot'] } as const;
