/** Saves data as a file through the browser. */
export function saveFile(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Once it has begun, the download keeps its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export const saveText = ({ name, text }: { name: string; text: string }): void =>
  saveFile(name, [text], 'text/plain;charset=utf-8');
