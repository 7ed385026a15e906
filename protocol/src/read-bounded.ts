/** The response body type that all runtimes share. */
type Body = {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel(): Promise<unknown>;
  };
};

/** Reads a response. Returns undefined if it has more than `limit` bytes, and does not read the rest. */
export async function readBounded(body: Body | null, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    length += next.value.length;
    if (length > limit) {
      // Cancelling runs in the background, and its errors do not matter.
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
