const key = 'passkey';

/** Remembers that a passkey was created or used in this browser, so that the log-in page offers it first. */
export function rememberPasskey(): void {
  try {
    localStorage.setItem(key, 'used');
  } catch {
    // If the browser stores nothing, the log-in page offers the password first.
  }
}

/** Whether a passkey was created or used here. */
export function knowsPasskey(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
