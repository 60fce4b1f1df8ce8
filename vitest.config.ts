import { defineConfig } from 'vitest/config'
import GroupedSequencer from './tools/grouped-sequencer.ts'

/** Far above what any wait needs, also while other programs have the processors. A test that hangs still fails. */
const expect = { poll: { timeout: 60_000 } }
const testTimeout = 300_000

/**
 * `unit`: no process besides this one. `integration`: real servers and clients. `e2e`: a browser. Files share the modules that they
 * import (`isolate`): loading them anew for each took as long as most tests.
 */
export default defineConfig({
  test: {
    // Transformed files are read from the disk by the other projects and by the next run.
    experimental: { fsModuleCache: true },
    reporters: ['default', './tools/plain-summary.ts'],
    // Also on the two cores of a small machine: much of the time is spent waiting for sockets and child processes.
    maxWorkers: 4,
    sequence: { sequencer: GroupedSequencer },
    projects: [
      {
        test: {
          name: 'unit',
          expect,
          isolate: false,
          testTimeout,
          hookTimeout: testTimeout,
          include: ['{packages,tools}/**/*.test.ts', 'apps/server/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.integration.test.ts'],
        },
      },
      './apps/dashboard/vite.config.ts',
      {
        test: {
          name: 'integration',
          expect,
          isolate: false,
          globalSetup: './tools/build-server.mjs',
          include: [
            'packages/**/*.integration.test.ts',
            'apps/server/src/**/*.integration.test.ts',
            'conformance/**/*.test.ts',
            'tools/**/*.integration.test.ts',
          ],
          // Slow proofs are for `npm run test:all`.
          exclude: ['**/node_modules/**', ...(process.env.SLOW_TESTS ? [] : ['**/*.slow.test.ts'])],
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'e2e',
          expect,
          isolate: false,
          include: ['apps/dashboard/e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...(process.env.SLOW_TESTS ? [] : ['**/*.slow.test.ts'])],
          testTimeout,
          hookTimeout: testTimeout,
          // Each with a browser, and as many as processors: each loads the server and the dashboard once more.
          // Tests with browsers disturb tests that measure times.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
