import styles from './Rig.module.css';

// Every so many TH/s are a pane more; nothing is mined, so this is a picture of the label and of nothing else.
const panes = (power: string): number => {
  const figure = Number.parseInt(power, 10);
  return figure >= 100 ? 4 : figure >= 30 ? 2 : 1;
};

/** The picture of a machine: panes upon each other, more of them for a higher label. */
export const Rig = ({ power }: { power: string }) => (
  <svg className={styles.rig} width="48" height="48" viewBox="0 0 48 48" aria-hidden="true">
    {Array.from({ length: panes(power) }, (_, place) => (
      <path key={place} d={`M24 ${26 - 7 * place}l18 8-18 8-18-8z`} />
    ))}
  </svg>
);
