import { createContext, use } from 'react';
import { useNavigate } from './router.tsx';

/** The parent of the current page, from its route. */
export const ParentPage = createContext('/home');

/**
 * Goes back in the history, or to the parent page if this page was opened directly. Pass `own` if the parent depends on
 * the page's address.
 */
export function useBack(own?: string): () => void {
  const navigate = useNavigate();
  const above = use(ParentPage);
  return () => {
    // The router numbers its history entries; 0 is the one through which the user arrived.
    if (history.state?.idx > 0) navigate(-1);
    else navigate(own ?? above, { replace: true });
  };
}
