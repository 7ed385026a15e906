import { createContext } from 'react';

/** Opens the sheet that says what Simulated means. The app provides it once, so that every pill leads there. */
export const OpenSimulated = createContext<() => void>(() => {});
