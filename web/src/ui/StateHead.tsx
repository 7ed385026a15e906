import type { ReactNode, RefObject } from 'react';
import { type Look, Mark } from './Mark.tsx';
import styles from './StateHead.module.css';

type StateHeadProps = {
  look: Look;
  title: ReactNode;
  tag?: ReactNode;
  /** For a focus that comes here. */
  heading?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
};

/** How far something is, in large, and what that means. */
export function StateHead({ look, title, tag, heading, children }: StateHeadProps) {
  return (
    <div className={styles.state}>
      <Mark {...look} />
      <div className={styles.words}>
        <div className={styles.top}>
          <h2 ref={heading} tabIndex={heading && -1}>
            {title}
          </h2>
          {tag}
        </div>
        <p>{children}</p>
      </div>
    </div>
  );
}
