const key = 'passkey';

/** Remembers that a passkey was made or shown in this browser: it is then the first way in to be offered. */
export function rememberPasskey(): void {
  try {
    localStorage.setItem(key, 'used');
  } catch {
    // A browser that keeps nothing: the password is offered first.
  }
}

/** Whether one was. */
export function knowsPasskey(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
