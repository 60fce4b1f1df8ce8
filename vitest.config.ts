import { defineConfig } from 'vitest/config'

/**
 * `unit`: no process besides this one. `integration`: real servers and clients. `e2e`: a browser. Files share the modules that they
 * import (`isolate`): loading them anew for each took as long as most tests.
 */
export default defineConfig({
  test: {
    reporters: ['default', './tools/plain-summary.ts'],
    // Also on the two cores of a small machine: half of the time is spent waiting for sockets and child processes.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          // Some compute for seconds, and the machine may have other things to do.
          testTimeout: 30_000,
          include: ['{packages,tools}/**/*.test.ts', 'apps/server/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.integration.test.ts'],
        },
      },
      './apps/dashboard/vite.config.ts',
      {
        test: {
          name: 'integration',
          isolate: false,
          globalSetup: './tools/build-server.mjs',
          include: [
            'packages/**/*.integration.test.ts',
            'apps/server/src/**/*.integration.test.ts',
            'conformance/**/*.test.ts',
          ],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          isolate: false,
          include: ['apps/dashboard/e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Browsers want the processor for themselves.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
