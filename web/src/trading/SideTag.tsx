import { Tag } from '@glasshouse/kit/Tag.tsx';

/** The direction of an order and its name. */
export type Side = { way: 'up' | 'down'; name: string };

/** Long or short, call or put, with its arrow and its name. */
export const SideTag = ({ side: { way, name } }: { side: Side }) => (
  <Tag tone={way} icon={way}>
    {name}
  </Tag>
);
