/** How many decimals a currency's minor unit has. */
const scales = { USDT: 6, CNY: 2 } as const;
type Currency = keyof typeof scales;

/** Minor units as a decimal string: at least two decimals, no more than needed. */
export function formatUnits(units: bigint, currency: Currency): string {
  const scale = scales[currency];
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const decimals = digits.slice(-scale).replace(/0+$/, '').padEnd(2, '0');
  return `${sign}${digits.slice(0, -scale)}.${decimals}`;
}
