import { Icon, type IconName } from './Icon.tsx';
import styles from './Points.module.css';

type Point = { icon: IconName; title: string; text: string };

/** A few key points, each with an icon, a headline and a sentence. */
export const Points = ({ points }: { points: readonly Point[] }) => (
  <ul className={styles.points}>
    {points.map(({ icon, title, text }) => (
      <li key={title}>
        <Icon name={icon} size={20} className={styles.icon} />
        <div>
          <b className={styles.title}>{title}</b>
          <p className={styles.text}>{text}</p>
        </div>
      </li>
    ))}
  </ul>
);
