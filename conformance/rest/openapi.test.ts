import { readFileSync } from 'node:fs'
import { accessPlugs } from '@mqdeck/access/catalog'
import { api, buildOpenApi, type EndpointShape, isRecord } from '@mqdeck/contract'
import { gatewayManifests, gatewayPlugs } from '@mqdeck/gateways/catalog'
import { bridgePlugs } from '@mqdeck/integrations/bridges'
import { integrationPlugs } from '@mqdeck/integrations/catalog'
import {
  isCallOf,
  type Json,
  objectAt,
  readContractFile,
  readContractPaths,
  recordings,
  requiredFields,
} from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import { compareOperation } from './compare-operation.ts'
import { resolver } from './compare-schema.ts'
import { compareWithList, type Difference, listedDifferences } from './differences.ts'

const theirs = readContractFile('openapi.json')
// As JSON, which clients read.
const ours: unknown = JSON.parse(
  JSON.stringify(
    await buildOpenApi(api, '0', {
      ...accessPlugs,
      ...integrationPlugs(),
      ...bridgePlugs(),
      ...gatewayPlugs(gatewayManifests),
    }),
  ),
)
const required = requiredFields()
const recorded = ['seed', 'errors', 'get-fresh', 'get-seeded', 'cluster2', 'gateways', 'exhook'].flatMap(recordings)

const operation = (document: unknown, { path, method }: EndpointShape): Json | undefined => {
  const found = objectAt(objectAt(document, 'paths'), path)[method.toLowerCase()]
  return isRecord(found) ? found : undefined
}

/** EMQX's document describes the enterprise edition. */
const openSourceOnly = readContractPaths('open-source-only-paths.txt')

/** MQDeck's own endpoints have no counterpart. */
const isAddition = (path: string) => path.startsWith('/mqdeck/') || openSourceOnly.includes(path)

const countOperations = (document: unknown): number =>
  Object.entries(objectAt(document, 'paths'))
    .filter(([path]) => !isAddition(path))
    .flatMap(([, path]) => Object.keys(isRecord(path) ? path : {}))
    .filter((method) => ['get', 'post', 'put', 'delete'].includes(method)).length

function compareAll(): readonly Difference[] {
  const found: Difference[] = []
  for (const endpoint of Object.values<EndpointShape>(api).filter(({ path }) => !isAddition(path))) {
    const where = `${endpoint.method} ${endpoint.path}`
    const [there, here] = [operation(theirs, endpoint), operation(ours, endpoint)]
    if (!there && !here) continue
    if (!there || !here) {
      found.push({ where, what: there ? 'not in the document of MQDeck' : 'not in the document of EMQX' })
      continue
    }
    compareOperation(there, here, {
      resolve: resolver(theirs),
      isRecorded: (status, path) => isRecorded(endpoint, status, path),
      report: (what) => {
        if (!isSettled(endpoint, what)) found.push({ where, what })
      },
    })
  }
  return found
}

/** Whether EMQX's response without the field confirms our document instead of its own. */
function isSettled(endpoint: EndpointShape, what: string): boolean {
  const [, field = '', there, here] =
    /^body (\S+): (required|optional) in EMQX, (required|optional) in MQDeck$/.exec(what) ?? []
  const tried = required.filter(({ name, method, path }) =>
    isCallOf({ name, method, path, request: undefined, status: 0, headers: new Map(), body: undefined }, endpoint),
  )
  if (there === undefined || tried.length === 0) return false
  return tried.every((one) => (here === 'required' ? one.required.has(field) : one.optional.includes(field)))
}

function isRecorded(endpoint: EndpointShape, status: string, path: string): boolean {
  const answers = recorded.filter((one) => isCallOf(one, endpoint) && String(one.status) === status)
  return answers.some(({ body }) => hasField(body, path.split('.')))
}

/** Field names contain dots: all ways to join the parts are tried. */
function hasField(value: unknown, parts: readonly string[]): boolean {
  if (parts.length === 0) return true
  return parts.some((_, index) => {
    const name = parts.slice(0, index + 1).join('.')
    const key = name.replace(/\[\]$/, '')
    const inner = key === '' ? value : isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
    if (inner === undefined) return false
    const items: readonly unknown[] = name.endsWith('[]') ? (Array.isArray(inner) ? inner : []) : [inner]
    return items.some((item) => hasField(item, parts.slice(index + 1)))
  })
}

describe('the OpenAPI document compared with EMQX 5.8', () => {
  const { unlisted, obsolete } = compareWithList(compareAll(), listedDifferences('OpenAPI document'))

  test('has only differences that differences.md lists', () => {
    expect(unlisted).toEqual([])
  })

  test('has all differences that differences.md lists', () => {
    expect(obsolete).toEqual([])
  })

  test('covers the part of the contract that README.md names', () => {
    const total = countOperations(theirs)
    const covered = Object.values<EndpointShape>(api).filter((endpoint) => operation(theirs, endpoint)).length
    process.stdout.write(
      `contract coverage: ${covered} of ${total} operations (${((100 * covered) / total).toFixed(1)} %)\n`,
    )
    expect(total).toBe(379)
    expect(covered).toBe(countOperations(ours))
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    expect(readme).toContain(`implements ${covered} of the ${total} operations`)
  })
})
