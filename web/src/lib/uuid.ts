const hex = (value: number | bigint, digits: number) => value.toString(16).padStart(digits, '0');

/** A UUIDv7: ids sort by the millisecond in which they were made; the rest is random. */
export function uuidAt(ms: number, random: Uint8Array = crypto.getRandomValues(new Uint8Array(10))): string {
  const [a = 0, b = 0, ...rest] = random;
  const time = hex(Math.floor(ms), 12);
  const version = hex(0x7000 | ((a & 0x0f) << 8) | b, 4);
  const tail = [0x80 | (rest[0]! & 0x3f), ...rest.slice(1)].map((byte) => hex(byte, 2)).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
