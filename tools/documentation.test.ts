import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAcl } from '@mqdeck/access/acl'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const documents = [
  'README.md',
  'bench/README.md',
  ...['docs', 'conformance'].flatMap((folder) => filesIn(folder).filter((path) => path.endsWith('.md'))),
]
const sources = ['apps', 'packages', 'conformance', 'bench', 'tools'].flatMap((folder) =>
  filesIn(folder).filter((path) => /\.(tsx?|mjs|md)$/.test(path)),
)

test('the checks below see the documents and the sources', () => {
  expect(documents).toContain('docs/adr/0004-durability.md')
  expect(sources.length).toBeGreaterThan(1000)
})

test('every relative link in a document leads to a file', () => {
  const broken = documents.flatMap((path) =>
    matches(path, /(?:\]\(|(?:src|srcset|href)=")([^)"#:]+)(?:#[^)"]*)?[)"]/g)
      .filter((link) => !existsSync(join(root, dirname(path), link)))
      .map((link) => `${path}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('every path of the repository that a document names exists', () => {
  const missing = documents.flatMap((path) =>
    matches(path, /`((?:apps|packages|conformance|bench|tools|docs)\/[\w./-]+)`/g)
      .filter((name) => !existsSync(join(root, name)) && !name.includes('/dist/'))
      .map((name) => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('every ACL rule in a document is valid', () => {
  const rules = documents.flatMap((path) => matches(path, /(\{(?:allow|deny),[^`\n]*\}\.)/g))
  expect(rules.length).toBeGreaterThan(2)
  expect(rules.flatMap((rule) => parseAcl(rule).problems.map(({ message }) => `${rule} ${message}`))).toEqual([])
})

test('every decision that the sources refer to exists', () => {
  const decisions = readdirSync(join(root, 'docs/adr')).map((name) => name.slice(0, 4))
  const missing = sources.flatMap((path) =>
    matches(path, /docs\/adr\/(\d{4})/g)
      .filter((number) => !decisions.includes(number))
      .map((number) => `${path}: docs/adr/${number}`),
  )
  expect(missing).toEqual([])
})

test('every decision has a date and a status below its title, and is listed', () => {
  const names = readdirSync(join(root, 'docs/adr')).filter((name) => name !== 'README.md')
  const status = /^# .+\n\nDate: \d{4}-\d{2}-\d{2}\. Status: (?:accepted|superseded by \d+|waits for .+)\.\n\n/
  expect(names.filter((name) => !status.test(readFileSync(join(root, 'docs/adr', name), 'utf8')))).toEqual([])
  expect(matches('docs/adr/README.md', /\]\((\d{4}.+\.md)\)/g)).toEqual(names.sort())
})

test('the tables of folders have every application and package', () => {
  const folders = ['apps', 'packages'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  )
  const others = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\.|^(apps|packages|node_modules|data|coverage)$/.test(entry.name))
    .map(({ name }) => name)
  expect(foldersInTable('README.md').sort()).toEqual([...folders, ...others].sort())
  expect(foldersInTable('docs/architecture.md').sort()).toEqual(folders.sort())
})

test('the table of the data folder has every folder that the server creates in it', () => {
  const table = matches('docs/installation.md', /^\| (`.*`) \|/gm).join(' ')
  const used = filesIn('apps/server/src')
    .filter((path) => /\.ts$/.test(path) && !/test\.ts$|\/process\//.test(path))
    .flatMap((path) => matches(path, /\bjoin\((?:dataFolder|data\.folder|folder), '(\w+)'/g))
  expect(used).toContain('plugins')
  expect(used.filter((name) => !new RegExp(`[\`/]${name}\``).test(table) && !table.includes(`\`${name}/`))).toEqual([])
})

/** Folders in the first column of tables. */
const foldersInTable = (path: string) =>
  matches(path, /^\| `([\w/-]+)` \|/gm).filter((name) => !name.includes('.') && existsSync(join(root, name)))

/** The first group of every match in a file. */
function matches(path: string, pattern: RegExp): readonly string[] {
  return [...readFileSync(join(root, path), 'utf8').matchAll(pattern)].map(([, group = '']) => group)
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => join(folder, name))
}
