import { Tag } from '@glasshouse/kit/Tag.tsx';

/** Which way an order was, and what that is called. */
export type Side = { way: 'up' | 'down'; name: string };

/** Long or short, call or put, with its arrow and its word. */
export const SideTag = ({ side: { way, name } }: { side: Side }) => (
  <Tag tone={way} icon={way}>
    {name}
  </Tag>
);
