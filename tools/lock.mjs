import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run } from './install.mjs'

/**
 * Regenerates package-lock.json. In an installed tree, `npm install <package>` drops packages for other platforms, and
 * `npm ci` rejects such a lock file there. So the lock file is created in a folder without installed packages.
 */
const folder = mkdtempSync(join(tmpdir(), 'mqdeck-lock-'))
try {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifests = workspaces
    .flatMap((pattern) => foldersOf(pattern))
    .map((one) => `${one}/package.json`)
    .filter((file) => existsSync(join(root, file)))
  for (const file of ['package.json', '.npmrc', ...manifests]) cpSync(join(root, file), join(folder, file))
  run('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  writeFileSync(join(root, 'package-lock.json'), `${JSON.stringify(complete(lock), undefined, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true })
}

function foldersOf(pattern) {
  if (!pattern.endsWith('/*')) return [pattern]
  const parent = pattern.slice(0, -2)
  return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`)
}

/** A registry that mirrors only some platforms lacks packages. With a complete lock file, `npm ci` would fail there. */
function complete(lock) {
  const missing = Object.values(lock.packages)
    .flatMap(({ optionalDependencies = {} }) => Object.entries(optionalDependencies))
    .filter(([name, version]) => /^\d/.test(version) && platformOf(name) && !lock.packages[`node_modules/${name}`])
    .map(([name, version]) => [
      `node_modules/${name}`,
      { version, ...integrityOf(name, version), ...platformOf(name), optional: true },
    ])
  const packages = Object.entries(lock.packages).concat(missing)
  return { ...lock, packages: Object.fromEntries(packages.sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** The hash of the last lock file or of the registry. Without it, npm would install any content. */
function integrityOf(name, version) {
  const before = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[`node_modules/${name}`]
  if (before?.version === version && before.integrity) return { integrity: before.integrity }
  const { stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' })
  const integrity = stdout.trim()
  if (integrity.startsWith('sha512-')) return { integrity }
  console.warn(`${name}@${version} has no hash: the registry does not have this version`)
  return {}
}

/** `@scope/name-darwin-arm64` is for one operating system and CPU. */
function platformOf(name) {
  const [, os, cpu] = /-(darwin|linux|win32|freebsd|android)-(x64|arm64|arm|ia32|universal)\b/.exec(name) ?? []
  if (!os) return undefined
  return { ...(cpu !== 'universal' && { cpu: [cpu] }), os: [os] }
}
