export const spans = ['7', '30', 'all'] as const;
export type Days = (typeof spans)[number];
