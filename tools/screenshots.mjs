import { buildStale } from './build.mjs'
import { installPackages, root } from './install.mjs'

// Writes docs/images/overview-light.png and overview-dark.png from a running server with its built dashboard.
await installPackages()
await buildStale(['dashboard'])
await import(`${root}apps/dashboard/e2e/screenshots.ts`)
