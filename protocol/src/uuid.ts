/** An id as the database writes it, in lower case. */
export const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id that a text is, as the database writes it: in any case, with or without hyphens. */
export function uuidIn(text: string): string | undefined {
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(text.trim().toLowerCase().replaceAll('-', ''));
  const id = parts?.slice(1).join('-') ?? '';
  return uuidForm.test(id) ? id : undefined;
}
