import { createContext, use } from 'react';
import { useNavigate } from './router.tsx';

/** The page above the one that is shown, as its route says. */
export const ParentPage = createContext('/home');

/** Goes back in history, or to the parent page when this page was opened directly. A page whose parent depends on its address says so. */
export function useBack(own?: string): () => void {
  const navigate = useNavigate();
  const above = use(ParentPage);
  return () => {
    // The router numbers the pages it has opened; 0 is the one the browser came in by.
    if (history.state?.idx > 0) navigate(-1);
    else navigate(own ?? above, { replace: true });
  };
}
