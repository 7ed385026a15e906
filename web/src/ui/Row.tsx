import { classes } from '@glasshouse/kit/classes.ts';
import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import { Children, type ReactNode } from 'react';
import { Link } from '../lib/router.tsx';
import styles from './Row.module.css';

type RowProps = {
  icon?: IconName | undefined;
  /** In front of the text instead of an icon: a coin, an avatar. */
  lead?: ReactNode;
  title: ReactNode;
  sub?: ReactNode;
  value?: ReactNode;
  /** Brand color on the icon: this row leads to something that can be verified. */
  proof?: boolean;
  danger?: boolean;
  /** Pressing it has an effect on this page, so it has no arrow. */
  stays?: boolean;
  /** For rows of a choice: whether this row is selected. */
  current?: boolean | undefined;
} & ({ to: string; onPress?: never } | { to?: never; onPress: () => void } | { to?: never; onPress?: never });

/** One line of a list: a link with `to`, a button with `onPress`, otherwise plain. */
export function Row(props: RowProps) {
  const { to, onPress, danger, current } = props;
  const look = classes(styles.row, danger && styles.danger);
  if (to !== undefined) {
    return (
      <Link to={to} className={look} aria-current={current || undefined}>
        <Face {...props} />
      </Link>
    );
  }
  if (onPress) {
    return (
      <button type="button" className={look} onClick={onPress} aria-current={current || undefined}>
        <Face {...props} />
      </button>
    );
  }
  return (
    <div className={look}>
      <Face {...props} />
    </div>
  );
}

function Face({ icon, lead, title, sub, value, proof, current, to, onPress, danger, stays }: RowProps) {
  // A row of a choice has a check mark or nothing. Only rows that lead to another page have the arrow.
  const leads = (to !== undefined || (onPress && !danger && !stays)) && current === undefined;
  return (
    <>
      {icon && <Icon name={icon} size={20} className={proof ? styles.proof : styles.icon} />}
      {lead}
      <span className={styles.body}>
        <span className={styles.words}>
          {title}
          {sub && <small className={styles.sub}>{sub}</small>}
        </span>
        {value !== undefined && <span className={styles.value}>{value}</span>}
      </span>
      {current ? <Icon name="check" size={20} /> : leads && <Icon name="chev" size={16} className={styles.chevron} />}
    </>
  );
}

/** Rows separated by thin lines. */
export function List({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {Children.map(children, (child) => child && <li>{child}</li>)}
    </ul>
  );
}
