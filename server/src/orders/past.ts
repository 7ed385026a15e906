/** Which of a user's orders are wanted, of any product: ids begin with the time, so a span of time is a span of ids. */
export type PastOrders = {
  /** Only trades of these coins. */
  symbols?: readonly number[] | undefined;
  /** The first and the last id, both included. */
  from?: string | undefined;
  through?: string | undefined;
  /** Only older ones. */
  before?: string | undefined;
  isOpen?: boolean | undefined;
};
