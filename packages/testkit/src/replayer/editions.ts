import { isRecord } from '@mqdeck/contract'
import { readContractFile, readContractPaths } from '../recordings/contract-folder.ts'
import { type Json, objectAt } from '../recordings/json.ts'
import { envelopeOf } from './lists.ts'
import type { Recordings } from './resources.ts'

export type Edition = 'enterprise' | 'open-source'

/** Features of the open-source edition that were not recorded: disabled and empty. */
export const openSourceOnly: Json = {
  '/telemetry/status': { get: { responses: { 200: {} } }, put: { responses: { 200: {} } } },
  '/telemetry/data': { get: { responses: { 200: {}, 404: {} } } },
}

export function isServedBy(edition: Edition): (template: string) => boolean {
  const missing = readContractPaths('enterprise-only-paths.txt')
  return (template) => edition === 'enterprise' || !missing.includes(template)
}

/** The two connector types of the open-source edition. */
const openSourceTypes = ['http', 'mqtt']
const enterpriseGateways = ['gbt32960', 'jt808', 'ocpp']

/**
 * Responses of the open-source edition. Only its sign-in and one schema were recorded. The rest follows from what it
 * lacks: no roles, no licence, two connector types, five gateways.
 */
export function asOpenSource(base: Recordings): Recordings {
  return new Map([...base].map(([key, value]) => [key, openSourceAnswer(key.split('?')[0] ?? '', value)]))
}

function openSourceAnswer(path: string, value: unknown): unknown {
  if (path === '/action_types' || path === '/source_types')
    return Array.isArray(value) ? value.filter((type) => openSourceTypes.includes(type)) : value
  if (/^\/(connectors|actions|sources|bridges)(_summary)?$/.test(path))
    return keepRows(value, ({ type }) => openSourceTypes.includes(String(type)))
  if (path === '/gateways') return keepRows(value, ({ name }) => !enterpriseGateways.includes(String(name)))
  if (/^\/(users|api_key)$/.test(path)) return mapRows(value, ({ role: _, ...row }) => row)
  if (path.startsWith('/nodes'))
    return mapRows(value, (row) => ('edition' in row ? { ...row, edition: 'Opensource' } : row))
  if (path.startsWith('/monitor_current')) return mapRows(value, ({ license_quota: _, ...row }) => row)
  return value
}

const keepRows = (value: unknown, isKept: (row: Json) => boolean): unknown => {
  const list = envelopeOf(value)
  return list ? list.pack(list.rows.filter(isKept)) : value
}

const mapRows = (value: unknown, change: (row: Json) => Json): unknown => {
  const list = envelopeOf(value)
  if (list) return list.pack(list.rows.map(change))
  return isRecord(value) ? change(value) : value
}

/** `GET /schemas/{name}`. Undefined for an unknown name. */
export function schemaOf(name: string, edition: Edition): unknown {
  if (!['hotconf', 'connectors', 'actions', 'bridges'].includes(name)) return undefined
  if (edition === 'enterprise') return readContractFile(`schemas/${name}.json`)
  if (name === 'hotconf') return readContractFile('schemas/hotconf.open-source.json')
  return onlyOpenSourceTypes(readContractFile(`schemas/${name}.json`))
}

const openSourceComponent = /\/(bridge_http|bridge_webhook|connector_mqtt|bridge_mqtt|bridge_mqtt_publisher)\./
const referencesIn = (text: string) =>
  [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '')

function onlyOpenSourceTypes(document: unknown): Json {
  const paths = Object.fromEntries(
    Object.entries(objectAt(document, 'paths')).map(([path, item]) => [path, withoutOthers(item)]),
  )
  const all = objectAt(objectAt(document, 'components'), 'schemas')
  const reached = new Set<string>()
  const visit = (value: unknown) => {
    for (const name of referencesIn(JSON.stringify(value))) {
      if (reached.has(name)) continue
      reached.add(name)
      visit(all[name])
    }
  }
  visit(paths)
  // Request bodies are among the components, but no path refers to them.
  for (const name of Object.keys(all))
    if (openSourceComponent.test(`/${name}`)) visit({ $ref: `#/components/schemas/${name}` })
  const schemas = Object.fromEntries(Object.entries(all).filter(([name]) => reached.has(name)))
  return { ...objectAt({ document }, 'document'), paths, components: { schemas } }
}

/** Removes the other types from every union. */
function withoutOthers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOthers)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => {
    if (key !== 'oneOf' || !Array.isArray(inner)) return [key, withoutOthers(inner)]
    const kept = inner.filter((one) => openSourceComponent.test(String(objectAt({ one }, 'one').$ref)))
    return [key, kept.length > 0 ? kept : inner]
  })
  return Object.fromEntries(entries)
}
