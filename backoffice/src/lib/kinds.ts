import type { IconName } from '@glasshouse/web/ui/Icon.tsx';
import { t, type WordKey } from './words.tsx';

// Each queue names its fields and checks on the server; their words and its drawing are here. A queue joins by one line.
const kinds: Record<string, { icon: IconName; fields: readonly string[]; checks: readonly string[] }> = {
  appeal: { icon: 'lock', fields: ['text', 'frozenReason', 'frozenAt'], checks: ['read', 'cause', 'contact'] },
};

const word = (known: boolean, key: string, name: string) => (known ? t(key as WordKey) : name);

export const kindIcon = (kind: string): IconName => kinds[kind]?.icon ?? 'doc';
export const kindWord = (kind: string): string => word(kind in kinds, `review.kinds.${kind}`, kind);
export const fieldWord = (kind: string, name: string): string =>
  word(kinds[kind]?.fields.includes(name) ?? false, `review.fields.${name}`, name);
export const checkWord = (kind: string, name: string): string =>
  word(kinds[kind]?.checks.includes(name) ?? false, `review.checks.${name}`, name);
