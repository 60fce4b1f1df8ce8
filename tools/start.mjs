import { installPackages, root } from './install.mjs'

installPackages()
const { buildStale } = await import('./build.mjs')
await buildStale()
await import(`${root}apps/server/dist/main.js`)
