/** What every runtime's answers have as their body. */
type Body = {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel(): Promise<unknown>;
  };
};

/** All bytes of an answer; undefined if there are more than `most`, and then the rest is not read. */
export async function readBounded(body: Body | null, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    length += next.value.length;
    if (length > most) {
      // Nobody waits for the other side to stop, and how it does so does not matter.
      reader?.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(next.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
