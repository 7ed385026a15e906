/** Hands something to the browser as a file to keep. */
export function saveFile(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the data once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export const saveText = ({ name, text }: { name: string; text: string }): void =>
  saveFile(name, [text], 'text/plain;charset=utf-8');
