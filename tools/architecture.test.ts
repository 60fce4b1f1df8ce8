import { join } from 'node:path'
import { endpoints } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { folderNames, readPackages, readSourceFiles, readText, type SourceFile } from './source-files.ts'

const files = readSourceFiles(['apps', 'packages', 'conformance'])

const onBroker = ['broker', 'drivers', 'kit', 'contract']
const everything = [
  'access',
  'rules',
  'integrations',
  'gateways',
  'data-hub',
  'extensions',
  'plugin',
  'observe',
  ...onBroker,
]

/** Allowed imports between packages. A package that does not exist yet has its entry already. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': [],
  'packages/kit': ['contract'],
  'packages/drivers': ['kit', 'contract'],
  'packages/broker': ['kit', 'contract'],
  'packages/access': onBroker,
  'packages/rules': onBroker,
  'packages/integrations': onBroker,
  'packages/gateways': onBroker,
  'packages/data-hub': onBroker,
  'packages/plugin': [],
  'packages/extensions': ['plugin', ...onBroker],
  'packages/observe': onBroker,
  'packages/testkit': everything,
  'apps/server': everything,
  'apps/dashboard': ['contract'],
}

/**
 * Exports for browsers, which do not use Node. `catalog` is for every page. Larger parts that few pages need have their
 * own export.
 */
const browserDoors = ['catalog', 'acl', 'bridges', 'json', 'rewrite', 'sparkplug', 'template', 'text']
const isBrowserDoor = (specifier: string) => browserDoors.includes(doorOf(specifier) ?? '')
const doorOf = (specifier: string) => /^@mqdeck\/[a-z-]+\/([a-z]+)$/.exec(specifier)?.[1]

/** A dashboard folder may import from itself and from the folders before it. */
const dashboardLayers = [['lib', 'i18n'], ['ui'], ['api'], ['schema-form'], ['features'], ['app']]

/**
 * Features whose `index.ts` other features may import, in this order: a feature may import those before it. All other features
 * come after them.
 */
const importableFeatures = [
  'listeners',
  'zones',
  'mqtt-settings',
  'retained',
  'users',
  'log',
  'traces',
  'session-health',
  'bans',
  'explain',
  'publish',
  'websocket',
  'integrations',
  'alarms',
  'access',
  'rules',
  'overview',
]

const isTest = (path: string) =>
  /\.test\.tsx?$|\/test-[a-z-]+\.tsx?$/.test(path) || /(^|\/)(e2e|conformance)\//.test(path)
const unitOf = (path: string) => path.split('/').slice(0, 2).join('/')
const production = files.filter((file) => !isTest(file.path))

test('the import rules are checked on the whole project', () => {
  const units = new Set(files.map((file) => unitOf(file.path)))
  for (const unit of ['apps/dashboard', 'apps/server', 'packages/contract', 'packages/kit', 'packages/broker']) {
    expect(units).toContain(unit)
  }
  expect(files.length).toBeGreaterThan(100)
})

test('a package imports only the packages below it', () => {
  expect(
    violations(production, ({ path }, specifier) => {
      const target = /^(@mqdeck\/([a-z-]+)|mqdeck)/.exec(specifier)
      if (unitOf(path) === 'apps/dashboard' && isBrowserDoor(specifier)) return false
      return target !== null && !(allowed[unitOf(path)] ?? []).includes(target[2] ?? 'mqdeck')
    }),
  ).toEqual([])
})

test('a package is imported only through its exports', () => {
  const browserExports = [...browserDoors, 'suites']
  expect(
    violations(
      files,
      (_, specifier) => /^@mqdeck\/[a-z-]+\//.test(specifier) && !browserExports.includes(doorOf(specifier) ?? ''),
    ),
  ).toEqual([])
  expect(
    files.flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file && unitOf(file) !== unitOf(path) && !isTest(path))
        .map(({ specifier }) => `${path} -> ${specifier}`),
    ),
  ).toEqual([])
})

test('browser exports use neither Node modules nor exports for Node', () => {
  const behind = filesBehind(browserEntries())
  expect(behind.map(({ path }) => path)).toContain('packages/access/src/authz/rules/compile.ts')
  const isForNode = (specifier: string) =>
    specifier.startsWith('node:') ||
    (specifier.startsWith('@mqdeck/') && specifier !== '@mqdeck/contract' && !isBrowserDoor(specifier))
  expect(
    behind.flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier, typeOnly }) => !typeOnly && isForNode(specifier))
        .map(({ specifier }) => `${path} -> ${specifier}`),
    ),
  ).toEqual([])
})

test('the contract depends on zod and nothing else', () => {
  const contract = production.filter(({ path }) => path.startsWith('packages/contract/'))
  expect(violations(contract, (_, specifier) => !specifier.startsWith('.') && specifier !== 'zod')).toEqual([])
})

test('only tests import the testkit', () => {
  const others = production.filter(({ path }) => !path.startsWith('packages/testkit/'))
  expect(
    violations(others, (_, specifier) => specifier.startsWith('@mqdeck/testkit') || specifier === 'vitest'),
  ).toEqual([])
})

test('only the kit and the form renderer import Mantine', () => {
  const others = production.filter(({ path }) => !/^apps\/dashboard\/src\/(ui|schema-form)\//.test(path))
  expect(violations(others, (_, specifier) => specifier.startsWith('@mantine/'))).toEqual([])
})

test('the layers of the dashboard import downwards', () => {
  const layerOf = (path: string) => /^apps\/dashboard\/src\/([a-z0-9-]+)\//.exec(path)?.[1]
  const rank = (layer: string) => dashboardLayers.findIndex((names) => names.includes(layer))
  const layers = new Set(files.flatMap(({ path }) => layerOf(path) ?? []))
  expect([...layers].filter((layer) => rank(layer) < 0)).toEqual([])
  const wrong = files.flatMap(({ path, imports }) =>
    imports.flatMap(({ file, specifier }) => {
      const [from, to] = [layerOf(path), file && layerOf(file)]
      return from && to && rank(from) < rank(to) ? [`${path} -> ${specifier}`] : []
    }),
  )
  expect(wrong).toEqual([])
})

test('a feature imports another one only through its index, and only features listed before it', () => {
  const featureOf = (path: string) => /^apps\/dashboard\/src\/features\/([^/]+)\//.exec(path)?.[1]
  const rank = (feature: string) => {
    const place = importableFeatures.indexOf(feature)
    return place < 0 ? importableFeatures.length : place
  }
  const seen = new Set<string>()
  const wrong = files.flatMap(({ path, imports }) =>
    imports.flatMap(({ file, specifier }) => {
      const [from, to] = [featureOf(path), file && featureOf(file)]
      if (!from || !to || from === to || !file) return []
      seen.add(to)
      const isIndex = file.endsWith(`/features/${to}/index.ts`) || (isTest(path) && isTest(file))
      return isIndex && rank(to) < rank(from) ? [] : [`${path} -> ${specifier}`]
    }),
  )
  expect(wrong).toEqual([])
  expect([...seen].sort()).toEqual(importableFeatures.toSorted())
})

test('only a gateway itself and the lists of gateways import the folder of a gateway', () => {
  const folderOf = (path: string) => /^packages\/gateways\/src\/([^/]+)\//.exec(path)?.[1]
  const isGateway = (folder: string | undefined) => !['engine', 'coap-stack', undefined].includes(folder)
  const gateways = files.filter(({ path }) => path.startsWith('packages/gateways/src/'))
  expect(gateways.map(({ path }) => folderOf(path))).toContain('lwm2m')
  const wrong = gateways.flatMap(({ path, imports }) =>
    imports.flatMap(({ file, specifier }) => {
      const [from, to] = [folderOf(path), file && folderOf(file)]
      return from && isGateway(to) && from !== to ? [`${path} -> ${specifier}`] : []
    }),
  )
  expect(wrong).toEqual([])
})

test('in a feature of the dashboard only its queries call the API', () => {
  const definesCalls = (path: string) => /\b(useCall|define(Query|Change|CursorQuery))(<[^(]*>)?\(/.test(readText(path))
  const calling = production
    .map(({ path }) => path)
    .filter((path) => path.startsWith('apps/dashboard/src/features/') && definesCalls(path))
  expect(calling.length).toBeGreaterThan(30)
  expect(calling.filter((path) => !/[/-]queries\.ts$/.test(path))).toEqual([])
})

test('the dashboard does not use the schemas of endpoints, which its build removes', () => {
  const names = Object.values(endpoints).flatMap((resource) => Object.keys(resource))
  const schemaOfEndpoint = new RegExp(`(?<!typeof )\\b(${names.join('|')})\\.(params|query|body|errors|otherErrors)\\b`)
  const dashboard = production.map(({ path }) => path).filter((path) => path.startsWith('apps/dashboard/src/'))
  expect(dashboard.filter((path) => schemaOfEndpoint.test(readText(path)))).toEqual([])
})

test('the broker does not import its features, which use its hooks like other packages', () => {
  const isFeature = (path: string) => path.startsWith('packages/broker/src/features/')
  expect(production.filter(({ path }) => isFeature(path)).length).toBeGreaterThan(10)
  const wrong = production.flatMap(({ path, imports }) =>
    imports.flatMap(({ file, specifier }) =>
      file && isFeature(file) && !isFeature(path) ? [`${path} -> ${specifier}`] : [],
    ),
  )
  expect(wrong.filter((one) => !one.startsWith('packages/broker/src/index.ts '))).toEqual([])
})

test('there are no import cycles', () => {
  expect(findCycle(production)).toEqual([])
})

test('no folder has a meaningless name', () => {
  const vague = /(^|\/)(shared|common|utils?|helpers?|core|misc)$/
  expect(folderNames(['apps', 'packages']).filter((name) => vague.test(name))).toEqual([])
})

function violations(
  sources: readonly SourceFile[],
  isWrong: (file: SourceFile, specifier: string) => boolean,
): string[] {
  return sources.flatMap((file) =>
    file.imports
      .filter(({ specifier }) => isWrong(file, specifier))
      .map(({ specifier }) => `${file.path} -> ${specifier}`),
  )
}

/** Files that the packages export for browsers, according to their package.json. */
function browserEntries(): string[] {
  return readPackages('packages').flatMap(({ folder, exports }) =>
    Object.entries(exports)
      .filter(([browserExport]) => browserDoors.includes(browserExport.slice('./'.length)))
      .map(([, file]) => join(folder, file)),
  )
}

/** All files that are loaded with these files from the same package. */
function filesBehind(entries: readonly string[]): readonly SourceFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const found = new Set<SourceFile>()
  const visit = (path: string) => {
    const file = byPath.get(path)
    if (!file || found.has(file)) return
    found.add(file)
    for (const { file: next, typeOnly } of file.imports) if (next && !typeOnly) visit(next)
  }
  for (const entry of entries) visit(entry)
  return [...found]
}

/** The first cycle of run-time imports as a list of paths. Empty if there is none. */
function findCycle(sources: readonly SourceFile[]): string[] {
  const byPath = new Map(sources.map((file) => [file.path, file]))
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (path: string): string[] => {
    if (done.has(path)) return []
    const start = trail.indexOf(path)
    if (start >= 0) return [...trail.slice(start), path]
    trail.push(path)
    for (const { file, typeOnly } of byPath.get(path)?.imports ?? []) {
      const cycle = file && !typeOnly ? visit(file) : []
      if (cycle.length > 0) return cycle
    }
    trail.pop()
    done.add(path)
    return []
  }
  for (const path of byPath.keys()) {
    const cycle = visit(path)
    if (cycle.length > 0) return cycle
  }
  return []
}
