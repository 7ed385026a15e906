/** Whose words the parts in this folder say: a page that shows one of them names these too. */
export const ticket = { words: ['contracts', 'market', 'assets'] } as const;
/** The same of the page of results. */
export const results = { words: ['contracts', 'help'] } as const;
/** The same of the practice orders of all products. */
export const practice = { words: ['contracts', 'options', 'spot'] } as const;
