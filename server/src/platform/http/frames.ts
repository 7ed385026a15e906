/**
 * One WebSocket text frame with its header. It is built once and the same bytes are written to every socket, which is
 * as fast as raw sockets; the library's `send` would build it again for each.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = 0x81; // the last (and only) part of a text
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}

/** The answer to a ping: the same bytes, at most 125. */
export const pongFrame = (data: Buffer): Buffer => Buffer.concat([Buffer.from([0x8a, data.length]), data]);
