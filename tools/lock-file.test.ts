import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly optional?: boolean
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>
}
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

/**
 * Native code for other platforms that the registry of the machine that created the lock file did not have. `npm run
 * lock` adds the hash when the registry has the version. Do not add a package here.
 */
const unavailable = [
  ...['darwin-arm64', 'darwin-universal', 'darwin-x64', 'win32-x64'].map((name) => `@matrixai/quic-${name}@2.0.9`),
  ...[
    ...['android-arm-eabi', 'android-arm64', 'darwin-arm64', 'darwin-x64', 'freebsd-x64', 'linux-arm-gnueabihf'],
    ...[
      'linux-arm64-gnu',
      'linux-arm64-musl',
      'linux-x64-musl',
      'win32-arm64-msvc',
      'win32-ia32-msvc',
      'win32-x64-msvc',
    ],
  ].map((name) => `@node-rs/bcrypt-${name}@2.0.0`),
]

test('every package of the lock file has a SHA-512 hash, except native code that the registry does not have', () => {
  const unverified = installed
    .filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`)
  expect(unverified.sort()).toEqual(unavailable.sort())
})

test('packages without a hash are optional, and no package comes from a fixed address', () => {
  expect(installed.filter(([, { integrity, optional }]) => integrity === undefined && !optional)).toEqual([])
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})
