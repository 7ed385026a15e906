/**
 * The words for pages that name wealth products. A file of its own, because importing the names would add them to the
 * list of pages.
 */
export const words = ['wealth'] as const;
