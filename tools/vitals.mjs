import { buildStale } from './build.mjs'
import { installPackages, root } from './install.mjs'

// Measures how all pages load, and how interactions respond. `npm run vitals -- --help` lists the options.
await installPackages()
if (!process.argv.includes('--help')) await buildStale(['dashboard', 'server', 'demo'])
await import(`${root}apps/dashboard/e2e/vitals/main.ts`)
