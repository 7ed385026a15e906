import { Component, type ReactNode, Suspense } from 'react';
import { useConnection } from '../lib/connection.ts';
import { askAgain, CodeMissing } from '../lib/lazily.ts';
import { useWords } from '../lib/words.tsx';
import { ErrorState } from './ErrorState.tsx';

type Caught = { error?: unknown; tries: number };
type BoundaryProps = {
  children: ReactNode;
  /** What to show instead; `again` draws the children anew, and loads the whole app again if that did not help. */
  instead: (error: unknown, again: () => void) => ReactNode;
};

/** Catches a fault, or code that could not be fetched. */
export class Boundary extends Component<BoundaryProps, Caught> {
  override state: Caught = { tries: 0 };
  static getDerivedStateFromError = (error: unknown) => ({ error });
  again = () => {
    // A browser may keep a failed fetch, and a new release may have taken the file away.
    if (this.state.tries > 0) {
      location.reload();
    } else {
      askAgain();
      this.setState({ error: undefined, tries: 1 });
    }
  };
  seen = useConnection.getState().returns;
  unwatch = () => {};
  /** What could not be fetched is asked for again once the line has come back. */
  watch = ({ returns }: { returns: number }) => {
    if (returns === this.seen) return;
    this.seen = returns;
    if (!(this.state.error instanceof CodeMissing)) return;
    askAgain();
    this.setState({ error: undefined });
  };
  override componentDidMount() {
    // Also for a tab that was hidden when it came back.
    this.watch(useConnection.getState());
    this.unwatch = useConnection.subscribe(this.watch);
  }
  // Coming back to the page later counts as trying again.
  override componentWillUnmount() {
    this.unwatch();
    if (this.state.error !== undefined) askAgain();
  }
  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : this.props.instead(error, this.again);
  }
}

type ProblemProps = { error: unknown; title?: string; onRetry: () => void };

/** What stands in the place of what could not be drawn. */
export function Problem({ error, title, onRetry }: ProblemProps) {
  const { t } = useWords();
  const what = error instanceof CodeMissing ? 'notLoaded' : 'crash';
  return (
    <ErrorState
      title={title ?? t(`app.${what}.title`)}
      text={t(`app.${what}.text`)}
      detail={error instanceof CodeMissing || !(error instanceof Error) ? '' : error.message}
      onRetry={onRetry}
    />
  );
}

type PartProps = {
  children: ReactNode;
  /** Stands there until the code has come. */
  waiting: ReactNode;
  /** What to call it if it does not come: "The chart did not load". */
  failed: string;
};

/** A part of a page with code of its own: if it does not come, the rest of the page stays. */
export const Part = ({ children, waiting, failed }: PartProps) => (
  <Boundary instead={(error, again) => <Problem error={error} title={failed} onRetry={again} />}>
    <Suspense fallback={waiting}>{children}</Suspense>
  </Boundary>
);
