import { buildStale } from './build.mjs'
import { installPackages, root } from './install.mjs'

// Starts what users run, with clients and data. `npm run demo -- --help` lists the options.
await installPackages()
await buildStale(['dashboard', 'server', 'demo'])
await import(`${root}tools/demo/dist/main.js`)
