import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { root } from './install.mjs'

const dist = `${root}apps/dashboard/dist/`
const kilobyte = 1000
const firstLoadLimit = 250 * kilobyte
/** Code that most pages with forms share. */
const chunkLimit = 170 * kilobyte
const requestLimit = 25
/** Scripts and styles of the first page load. */
const firstLoadPages = ['features/login/login-page.tsx', 'features/overview/overview-page.tsx', 'ui/charts/plot.ts']
/** What every page loads after it has appeared. */
const afterwards = ['app/user-menu.tsx', 'api/errors/translations.ts']
/** The document, its first script, its icon and its font. */
const otherRequests = 4

const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8'))
const gzipped = new Map(
  readdirSync(dist, { recursive: true })
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => [file, gzipSync(readFileSync(dist + file)).length]),
)
if (gzipped.size === 0) fail('apps/dashboard/dist contains no scripts. Build the dashboard first.')

const firstLoad = sum(closure(['index.html', ...firstLoadPages.map(entryOf)]))
const initial = closure(['index.html'])
const largest = [...gzipped].filter(([file]) => !initial.has(file)).sort((a, b) => b[1] - a[1])
const pages = Object.keys(manifest)
  .filter((name) => /-pages?\.tsx$/.test(name))
  .map((name) => ({ name, requests: requestsOf(name) }))
  .sort((a, b) => b.requests - a.requests)

console.log(`First load (login + overview): ${kb(firstLoad)} of ${kb(firstLoadLimit)} gzip`)
console.log(`Largest chunks after it: ${listOf(largest, ([file, size]) => `${file} ${kb(size)}`)}`)
console.log(
  `Requests for the code of a page, of ${requestLimit}: median ${pages[pages.length >> 1].requests}, ` +
    `most ${listOf(pages, ({ name, requests }) => `${name} ${requests}`)}`,
)
if (firstLoad > firstLoadLimit) fail('The first load is larger than its budget.')
for (const [file, size] of largest) if (size > chunkLimit) fail(`${file} is over ${kb(chunkLimit)}.`)
for (const { name, requests } of pages)
  if (requests > requestLimit) fail(`${name} needs ${requests} requests. Lower the limit in vite.config.ts.`)

function requestsOf(page) {
  return closure(['index.html', page, ...afterwards.map(entryOf)]).size + otherRequests
}

function entryOf(page) {
  const key = Object.keys(manifest).find((name) => name.endsWith(page))
  return key ?? fail(`The build has no chunk for ${page}.`)
}

/** Files that `entries` load immediately: the entries, their static imports and their styles. */
function closure(entries) {
  const seen = new Set()
  const files = new Set()
  const pending = [...entries]
  for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
    if (seen.has(key)) continue
    seen.add(key)
    const { file, css = [], imports = [] } = manifest[key]
    for (const name of [file, ...css]) files.add(name)
    pending.push(...imports)
  }
  return files
}

function sum(files) {
  return [...files].reduce((total, file) => total + (gzipped.get(file) ?? 0), 0)
}

function listOf(items, write) {
  return items.slice(0, 5).map(write).join(', ')
}

function kb(bytes) {
  return `${(bytes / kilobyte).toFixed(1)} kB`
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
