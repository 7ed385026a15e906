import { useNavigate } from 'react-router';

/** Goes back in history, or to the parent page when this page was opened directly. */
export function useBack(parent: string): () => void {
  const navigate = useNavigate();
  return () => {
    // The router numbers the pages it has opened; 0 is the one the browser came in by.
    if (history.state?.idx > 0) navigate(-1);
    else navigate(parent, { replace: true });
  };
}
