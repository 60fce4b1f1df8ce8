import { installPackages, root } from './install.mjs'

await installPackages()
const { buildStale } = await import('./build.mjs')
await buildStale()
await import(`${root}apps/server/dist/main.js`)
