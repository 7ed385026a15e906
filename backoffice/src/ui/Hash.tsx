import { shortHash } from '@glasshouse/kit/format.ts';

/** The first and last characters of a hash; the whole of it on hover and for copying out of the table view. */
export const Hash = ({ value }: { value: string }) => <code title={value}>{shortHash(value)}</code>;
