// The second factor is asked for in the middle of an act. Whoever draws the dialog registers here; lib draws nothing.
type Ask = () => Promise<boolean>;
let ask: Ask | undefined;

/** True once the factor has been given again; false when the operator thought better of it. */
export const askFactor = (): Promise<boolean> => ask?.() ?? Promise.resolve(false);

export function answerFactorWith(draw: Ask): () => void {
  ask = draw;
  return () => {
    ask = undefined;
  };
}
