import { buildStale, bundle } from './build.mjs'
import { installPackages, root, run } from './install.mjs'

// Measures what users run: the built server and its dashboard. `--node PATH`: with another Node.js.
await installPackages()
const options = process.argv.slice(2)
const at = options.indexOf('--node')
const [, node] = at === -1 ? [undefined, process.execPath] : options.splice(at, 2)
await buildStale(['server', 'dashboard'])
await bundle('bench/main.ts', 'bench/dist/main.js')
await bundle('bench/flood-client.ts', 'bench/dist/flood-client.js')
await bundle('bench/gateway-broker.ts', 'bench/dist/gateway-broker.js')
await bundle('bench/exhook-broker.ts', 'bench/dist/exhook-broker.js')
await bundle('bench/exhook-provider.ts', 'bench/dist/exhook-provider.js')
await bundle('bench/plugin-broker.ts', 'bench/dist/plugin-broker.js')
await bundle('packages/extensions/src/plugins/thread.ts', 'bench/dist/plugin-thread.js')
run(node, [`${root}bench/dist/main.js`, ...options])
