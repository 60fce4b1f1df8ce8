import { buildStale } from './build.mjs'
import { run } from './install.mjs'

// Writes docs/images/overview-light.png and overview-dark.png from a running server with its built dashboard.
await buildStale(['dashboard'])
run('npx', ['tsx', 'apps/dashboard/e2e/screenshots.ts'])
