import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { browserPackages } from './browser-packages.ts'
import { buildValues } from './build-values.ts'
import { pageChunks } from './page-chunks.ts'

const server = process.env.MQDECK_DEV_SERVER ?? 'http://127.0.0.1:18083'
const proxy = { '/api/v5': server, '/api-docs': server }

const stages = [
  /(login-page|overview-page|monitoring-section|first-client|plot)\.tsx?$/,
  // In every page, after it has appeared.
  /(app\/user-menu|ui\/buttons\/menu|errors\/translations)\.tsx?$/,
] as const
const immediate = /(schema-form\/declared-texts|ui\/diff\/diff-table|ui\/charts\/plot|ui\/code\/view)\.[jt]sx?$/

/** Also the Vitest project of this folder's unit tests (see vitest.config.ts at the root). */
export default defineConfig({
  // The server may be below any path (see apps/server/src/site-set.ts). Only the built page has relative addresses.
  base: './',
  plugins: [react(), buildValues(), browserPackages(), pageChunks({ limit: 5, stages, immediate })],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: true,
    // Read by tools/size.mjs.
    manifest: true,
    // A data: address would need a wider Content-Security-Policy, and the polyfill an inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // tools/size.mjs has the budget.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // Copying the fields of a schema has no side effects, so an unused schema with shared fields is removed.
      treeshake: { propertyReadSideEffects: false },
    },
  },
  server: { port: 5173, proxy },
  preview: { proxy },
  test: {
    name: 'dashboard',
    include: ['*.test.ts', 'src/**/*.test.{ts,tsx}'],
    // Tests that need a window say so in their first line; making one takes longer than most tests.
    environment: 'node',
    // Loading the modules of the pages again for each file took longer than the tests.
    isolate: false,
    // These tests never wait, and each worker loads all modules.
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
    // Longer than the waits (below and in test-setup.ts), so that a failed wait reports its own message.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 45_000 } },
    setupFiles: ['./src/test-setup.ts'],
    // Set by `npm run test:all`.
    env: { VITE_SLOW_TESTS: process.env.SLOW_TESTS ?? '' },
    // Vitest leaves style sheets empty, except those that a test reads as text.
    css: { include: [/\?raw$/] },
  },
})
