import { buildStale, bundle } from './build.mjs'
import { root, run } from './install.mjs'

// Measures what users run: the built server and its dashboard.
await buildStale(['server', 'dashboard'])
await bundle('bench/main.ts', 'bench/dist/main.js')
await bundle('bench/flood-client.ts', 'bench/dist/flood-client.js')
await bundle('bench/gateway-broker.ts', 'bench/dist/gateway-broker.js')
await bundle('bench/exhook-broker.ts', 'bench/dist/exhook-broker.js')
await bundle('bench/exhook-provider.ts', 'bench/dist/exhook-provider.js')
await bundle('bench/plugin-broker.ts', 'bench/dist/plugin-broker.js')
await bundle('packages/extensions/src/plugins/thread.ts', 'bench/dist/plugin-thread.js')
run(process.execPath, [`${root}bench/dist/main.js`, ...process.argv.slice(2)])
