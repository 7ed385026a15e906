/** Pages that name wealth products need these words. Apart from the names themselves, which would come with the list of pages. */
export const words = ['wealth'] as const;
