/** What is changed in small ways, and the tests that must notice. Those that need no database are done much sooner. */
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
    // Those left out would see nothing: one makes prices, the other starts a process of its own.
    tests: ['protocol/src/contracts/*.test.ts', 'verify/test/!(synthetic|command).test.ts'],
    database: false,
  },
  verify: {
    mutate: ['verify/src/*.ts', '!verify/src/{main,command}.ts'], // the checks, not how they are called
    tests: ['verify/test/{output,settlements,settlements-output,settlements-products,source-messages,verify}.test.ts'],
    database: false,
  },
};
