import { defineConfig } from 'vitest/config'

/** `unit`: no process besides this one. `integration`: real servers and clients. `e2e`: a browser. */
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
          include: ['{packages,tools}/**/*.test.ts', 'apps/server/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.integration.test.ts'],
        },
      },
      './apps/dashboard/vite.config.ts',
      {
        test: {
          name: 'integration',
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
