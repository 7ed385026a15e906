/** Checks the public log when a check is due. Loads the code on first use; if that fails, nothing is claimed. */
export const checkLogWhenDue = (): void => {
  import('./follow-log.ts').then(
    ({ followLog }) => followLog(),
    () => {},
  );
};
