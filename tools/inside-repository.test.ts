import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// A test that reads a folder next to the repository passes only on the machine of its author.

const root = fileURLToPath(new URL('..', import.meta.url))
/** As in `.gitignore`. Files are read from the disk, because a copy of the repository has no list of git. */
const ignored = ['.git', 'node_modules', 'dist', 'coverage', '.cache', 'data']
const files = readdirSync(root, { withFileTypes: true })
  .filter(({ name }) => !ignored.includes(name))
  .flatMap((entry) => (entry.isDirectory() ? filesIn(entry.name) : [entry.name]))

/** Paths of a machine on which the repository was written, and folders next to the repository. */
const outside = [
  /(?<![\w.$}-])\/(?:work|root|home\/\w+|Users\/\w+)\/[\w.-]+/,
  /\.\.\/shared\b/,
  /\bshared\/contract\b/,
  /\b(?:root|repository)\b[^()\n]{0,20},\s*['"`]\.\.\//,
]

test('no file names a folder outside the repository', () => {
  expect(files).toContain('conformance/contract/recorded/seed.jsonl')
  expect(files).toContain('.ci/run')
  const found = files
    .filter((path) => path !== 'tools/inside-repository.test.ts')
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return outside.flatMap((pattern) => {
        const match = pattern.exec(text)
        return match ? [`${path}: ${match[0]}`] : []
      })
    })
  expect(found).toEqual([])
})

test('no import leaves the repository', () => {
  const found = files
    .filter((path) => /\.(tsx?|mjs|cjs|js)$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      const imports = text.matchAll(/(?:\bfrom\s|\bimport\s|\bimport\(|\.glob(?:<\w+>)?\()\s*['"`](\.\.\/[^'"`]*)/g)
      return [...imports].flatMap(([, to = '']) => (join(dirname(path), to).startsWith('..') ? [`${path}: ${to}`] : []))
    })
  expect(found).toEqual([])
})

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !ignored.includes(name))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]))
}
