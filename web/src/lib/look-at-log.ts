/** Looks at the public log when it is time to. The code for it comes when it is first wanted; without it nothing is claimed. */
export const lookAtLog = (): void => {
  import('./follow-log.ts').then(
    ({ followLog }) => followLog(),
    () => {},
  );
};
