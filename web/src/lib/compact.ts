const units = ['', 'K', 'M', 'B', 'T'];

/** A whole amount in three figures: `1240000000` as `1.24B`. The rest is cut off, never rounded up. */
export function compact(amount: string): string {
  const digits = amount.replace(/\..*$/, '');
  const unit = Math.min(units.length - 1, Math.floor((digits.length - 1) / 3));
  const whole = digits.slice(0, digits.length - unit * 3);
  const fraction = unit === 0 ? '' : digits.slice(whole.length, Math.max(whole.length, 3));
  return whole + (fraction && `.${fraction}`) + units[unit];
}
