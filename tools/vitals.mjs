import { buildStale } from './build.mjs'
import { run } from './install.mjs'

// Measures how all pages load, and how interactions respond. `npm run vitals -- --help` lists the options.
if (!process.argv.includes('--help')) await buildStale(['dashboard', 'server', 'demo'])
run('npx', ['tsx', 'apps/dashboard/e2e/vitals/main.ts', ...process.argv.slice(2)])
