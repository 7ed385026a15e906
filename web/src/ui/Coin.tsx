import styles from './Coin.module.css';

type Face = { color: string; letter?: string; path?: string };

// Symbols outside the alphabets in use are drawn: as text each would fetch a font file.
const faces: Record<string, Face> = {
  BTC: {
    color: '#e58a1f',
    path: 'M11.4 9h6.3c2.8 0 4.4 1.3 4.4 3.5 0 1.5-.8 2.6-2.2 3.1 1.8.4 2.9 1.7 2.9 3.5 0 2.5-1.9 3.9-5 3.9h-6.4zM14.5 11.5v3.2h2.5c1.2 0 1.9-.6 1.9-1.6s-.7-1.6-1.9-1.6zM14.5 17v3.5h2.8c1.4 0 2.2-.6 2.2-1.8s-.8-1.7-2.2-1.7zM13.2 6.7h2V9h-2zM16.8 6.7h2V9h-2zM13.2 23h2v2.3h-2zM16.8 23h2v2.3h-2z',
  },
  SOL: { color: '#7a5bd0', path: 'M11 9h12l-2.6 3H8.4zM8.4 14.5h12L23 17.5H11zM11 20h12l-2.6 3H8.4z' },
  AVAX: {
    color: '#d1494b',
    path: 'M15 8.5a1.2 1.2 0 0 1 2 0l2 3.6-6.3 11.4H8.2a1.1 1.1 0 0 1-1-1.7zM20.3 16.5a1.1 1.1 0 0 1 1.9 0l3 5.4a1.1 1.1 0 0 1-1 1.6h-5.9a1.1 1.1 0 0 1-1-1.6z',
  },
  LINK: { color: '#3560c9', path: 'M16 6l8.7 5v10L16 26l-8.7-5V11zm0 4.6L11.3 13.3v5.4L16 21.4l4.7-2.7v-5.4z' },
  TON: {
    color: '#2f8fc4',
    path: 'M9.5 9h13c2 0 3.2 2.1 2.2 3.8L17 25.5a1.2 1.2 0 0 1-2 0L7.3 12.8C6.3 11.1 7.5 9 9.5 9zm.6 2.8 4.7 8V11.8zm7.1 0v8l4.7-8z',
  },
  ETH: { color: '#6273c9', path: 'M16 6l6.2 10.2L16 20l-6.2-3.8zM10 18.2l6 3.6 6-3.6L16 26z' },
  DOGE: { color: '#b5973f', letter: 'Ð' },
  BNB: {
    color: '#d9a514',
    path: 'M16 6l3.6 3.6L16 13.2l-3.6-3.6zM9.6 12.4 13.2 16l-3.6 3.6L6 16zM22.4 12.4 26 16l-3.6 3.6-3.6-3.6zM16 18.8l3.6 3.6L16 26l-3.6-3.6z',
  },
  XRP: {
    color: '#4b5a66',
    path: 'M8 8h3.2l4.8 4.7L20.8 8H24l-6.4 6.3a2.3 2.3 0 0 1-3.2 0zM8 24h3.2l4.8-4.7 4.8 4.7H24l-6.4-6.3a2.3 2.3 0 0 0-3.2 0z',
  },
  ADA: {
    color: '#2f62c4',
    path: 'M13.8 9a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0zM13.8 23a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0zM7.7 12.5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0zM19.9 12.5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0zM7.7 19.5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0zM19.9 19.5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0zM14.4 16a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0 -3.2 0z',
  },
  LTC: {
    color: '#6d7f92',
    path: 'M13 8.5h3.3v5.6l2.9-1.7v2.9l-2.9 1.7v3.7h6.2v2.8H13v-4.6l-2.2 1.3v-2.9l2.2-1.3z',
  },
  DOT: {
    color: '#c33d86',
    path: 'M11.7 8.5a4.3 2.3 0 1 0 8.6 0a4.3 2.3 0 1 0 -8.6 0zM11.7 23.5a4.3 2.3 0 1 0 8.6 0a4.3 2.3 0 1 0 -8.6 0zM7.55 10.98a2.3 4 32 1 0 3.9 2.44a2.3 4 32 1 0 -3.9 -2.44zM20.55 13.42a2.3 4 -32 1 0 3.9 -2.44a2.3 4 -32 1 0 -3.9 2.44zM7.55 21.02a2.3 4 -32 1 0 3.9 -2.44a2.3 4 -32 1 0 -3.9 2.44zM20.55 18.58a2.3 4 32 1 0 3.9 2.44a2.3 4 32 1 0 -3.9 -2.44z',
  },
  USDT: {
    color: '#2a9d7c',
    path: 'M9 8h14v3.8h-5v2.3c3.5.3 6 1.1 6 2.1s-2.5 1.8-6 2.1V25h-4v-6.7c-3.5-.3-6-1.1-6-2.1s2.5-1.8 6-2.1v-2.3H9zm7 7.4c-3 0-5.5.4-5.5.8s2.5.9 5.5.9 5.5-.5 5.5-.9-2.5-.8-5.5-.8z',
  },
};

// A coin without a drawing gets its first letter on one of these colors, always the same one for the same symbol.
const spare = ['#56707d', '#7d6a4f', '#5f6f9e', '#6f7a4a', '#8a5d7a'];

function faceOf(symbol: string): Face {
  const drawn = faces[symbol];
  if (drawn) return drawn;
  const sum = [...symbol].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return { color: spare[sum % spare.length]!, letter: symbol.slice(0, 1) };
}

/** A coin's disc; decoration next to its symbol. */
export function Coin({ symbol, size = 32 }: { symbol: string; size?: number }) {
  const { color, letter, path } = faceOf(symbol.toUpperCase());
  return (
    <svg className={styles.coin} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="16" fill={color} />
      {path && <path d={path} fillRule="evenodd" />}
      {letter && (
        <text x="16" y="22" textAnchor="middle">
          {letter}
        </text>
      )}
    </svg>
  );
}
