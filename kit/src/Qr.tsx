import { encode } from 'uqr';
import styles from './Qr.module.css';

/**
 * A QR code, always dark on light, because many readers fail on the reverse. `covered`: something covers a part of it.
 */
export function Qr({ text, label, covered = false }: { text: string; label: string; covered?: boolean }) {
  const { data, size } = encode(text, { border: 2, ecc: covered ? 'H' : 'L' });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
