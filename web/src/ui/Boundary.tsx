import { Component, type ReactNode, Suspense } from 'react';
import { useConnection } from '../lib/connection.ts';
import { askAgain, CodeMissing } from '../lib/lazily.ts';
import { useWords } from '../lib/words.tsx';
import { ErrorState } from './ErrorState.tsx';

type Caught = { error?: unknown; tries: number };
type BoundaryProps = {
  children: ReactNode;
  /** Renders the error; `again` rerenders the children, or reloads the app if that has already failed once. */
  instead: (error: unknown, again: () => void) => ReactNode;
};

/** Catches a rendering error, or code that could not be fetched. */
export class Boundary extends Component<BoundaryProps, Caught> {
  override state: Caught = { tries: 0 };
  static getDerivedStateFromError = (error: unknown) => ({ error });
  again = () => {
    // A browser may cache a failed fetch, and a new release may have removed the file.
    if (this.state.tries > 0) {
      location.reload();
    } else {
      askAgain();
      this.setState({ error: undefined, tries: 1 });
    }
  };
  seen = useConnection.getState().returns;
  unwatch = () => {};
  /** Retries a failed fetch once the connection has returned. */
  watch = ({ returns }: { returns: number }) => {
    if (returns === this.seen) return;
    this.seen = returns;
    if (!(this.state.error instanceof CodeMissing)) return;
    askAgain();
    this.setState({ error: undefined });
  };
  override componentDidMount() {
    // Also for a tab that was hidden when the connection returned.
    this.watch(useConnection.getState());
    this.unwatch = useConnection.subscribe(this.watch);
  }
  // Returning to the page later counts as a retry.
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

/** Replaces content that could not be rendered. */
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
  /** Shown until the code has loaded. */
  waiting: ReactNode;
  /** The error title: "The chart did not load". */
  failed: string;
};

/** A part of a page with its own code. If the code fails to load, the rest of the page stays. */
export const Part = ({ children, waiting, failed }: PartProps) => (
  <Boundary instead={(error, again) => <Problem error={error} title={failed} onRetry={again} />}>
    <Suspense fallback={waiting}>{children}</Suspense>
  </Boundary>
);
