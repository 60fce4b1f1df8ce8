import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { root, run } from './install.mjs'

const targets = [
  {
    name: 'dashboard',
    inputs: ['apps/dashboard', 'packages', 'package-lock.json'],
    output: 'apps/dashboard/dist',
    build: () => run('npx', ['vite', 'build', 'apps/dashboard', '--logLevel', 'warn']),
  },
  {
    name: 'server',
    inputs: ['apps/server', 'packages', 'package-lock.json'],
    output: 'apps/server/dist',
    build: async () => {
      await bundle('apps/server/src/main.ts', 'apps/server/dist/main.js')
      // A worker thread needs its own file.
      await bundle('packages/broker/src/listeners/quic/thread.ts', 'apps/server/dist/quic-thread.js')
      await bundle('packages/rules/src/jq/thread.ts', 'apps/server/dist/jq-thread.js')
      await bundle('packages/extensions/src/plugins/thread.ts', 'apps/server/dist/plugin-thread.js')
      await bundle('packages/data-hub/src/schemas/thread.ts', 'apps/server/dist/schema-thread.js')
      await bundle('packages/drivers/src/kafka-expand-thread.ts', 'apps/server/dist/kafka-thread.js')
    },
  },
  {
    name: 'test broker',
    inputs: ['packages', 'package-lock.json'],
    output: 'packages/testkit/dist',
    build: () => bundle('packages/testkit/src/embedded-main.ts', 'packages/testkit/dist/embedded-main.js'),
  },
  {
    name: 'demo',
    inputs: ['tools/demo', 'package-lock.json'],
    output: 'tools/demo/dist',
    build: () => bundle('tools/demo/main.ts', 'tools/demo/dist/main.js'),
  },
]

/** Builds targets that have changed since the last build. Default: what users run. */
export async function buildStale(names = ['dashboard', 'server']) {
  for (const target of targets.filter(({ name }) => names.includes(name))) {
    const stamp = `${root}${target.output}/.built-from`
    const inputs = fingerprint(target.inputs)
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) continue
    console.log(`Building the ${target.name} ...`)
    await target.build()
    writeFileSync(stamp, inputs)
  }
}

/** Our own packages are bundled. npm packages are not. */
export async function bundle(entryPoint, outfile) {
  const { build, stop } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints: [entryPoint],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node22.18',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [{ name: 'npm packages stay outside', setup: keepNpmPackagesOutside }],
  })
  // Ends the process that esbuild starts, which would run as long as this one.
  await stop()
}

function keepNpmPackagesOutside(build) {
  build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === 'entry-point' || path.startsWith('@mqdeck/') ? undefined : { path, external: true },
  )
}

/** Changes if a file below `paths` is added, removed or edited. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths) for (const file of filesUnder(path)) hash.update(file).update(readFileSync(root + file))
  return hash.digest('hex')
}

function filesUnder(path) {
  if (statSync(root + path).isFile()) return [path]
  return readdirSync(root + path)
    .filter((name) => name !== 'node_modules' && name !== 'dist' && !name.startsWith('.'))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildStale()
