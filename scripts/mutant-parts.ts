/** The code that is mutated, and the tests that must detect it. Parts without a database are much faster. */
type Part = { mutate: readonly string[]; tests: readonly string[]; database: boolean };

export const parts: Readonly<Record<string, Part>> = {
  ledger: {
    mutate: ['server/src/money/ledger/*.ts', '!server/src/money/ledger/*.test.ts', 'protocol/src/{money,decimal}.ts'],
    tests: ['protocol/src/{money,decimal}.test.ts', 'server/src/money/ledger/{ledger,statement,proof}.test.ts'],
    database: true,
  },
  rule: {
    mutate: [
      'protocol/src/contracts/{settle,slip}.ts',
      'protocol/src/orders/{receipt,receipt-form,slip,settlements-file}.ts',
      'protocol/src/market/{tape,proof,ticks-file}.ts',
      'protocol/src/shape.ts',
    ],
    // The excluded tests would not run the mutants: one generates prices, the other starts a separate process.
    tests: ['protocol/src/contracts/*.test.ts', 'verify/test/!(synthetic|command).test.ts'],
    database: false,
  },
  verify: {
    mutate: ['verify/src/*.ts', '!verify/src/{main,command}.ts'], // the checks, not the command line
    tests: ['verify/test/{output,settlements,settlements-output,settlements-products,source-messages,verify}.test.ts'],
    database: false,
  },
};
