import type { ReactNode, RefObject } from 'react';
import { type Look, Mark } from './Mark.tsx';
import styles from './StateHead.module.css';

type StateHeadProps = {
  look: Look;
  title: ReactNode;
  tag?: ReactNode;
  /** To move the focus here. */
  heading?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
};

/** A large status line and its explanation. */
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
