import type { KeyboardEvent } from 'react';

const typed = 'input:not([type=checkbox])';

/** Enter goes on to the next field while that is empty; only after the last of them does it send the form. */
export function goToNextField(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.defaultPrevented) return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>(typed)].filter((field) =>
    field.checkVisibility(),
  );
  const here = fields.indexOf(event.target as HTMLInputElement);
  const next = here < 0 ? undefined : fields[here + 1];
  if (!next || next.value) return;
  event.preventDefault();
  next.focus();
}
