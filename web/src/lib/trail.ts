const waysIn = ['/login', '/register', '/forget'];
const trail: string[] = [];
const maxWait = 1000;

// The router numbers its history entries.
const here = (): number => history.state?.idx ?? 0;
const pathAt = (place: number) => trail[place]?.split('?')[0] ?? '';

/** Remembers which page is at this position of the browser's history. */
export function notePage(address: string): void {
  trail[here()] = address;
}

/** How many steps back the page is from which the user came to log in; otherwise 0. */
export function stepsBackTo(wanted: string): number {
  let at = here() - 1;
  while (waysIn.includes(pathAt(at))) at--;
  return trail[at] === wanted || pathAt(at) === wanted ? here() - at : 0;
}

/** Goes back in the history. Resolves to whether the browser did so. */
export const goBack = (steps: number): Promise<boolean> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, maxWait, false);
    const arrive = () => {
      clearTimeout(late);
      resolve(true);
    };
    window.addEventListener('popstate', arrive, { once: true });
    history.go(-steps);
  });
