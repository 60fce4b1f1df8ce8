import { isRecord } from '../../../lib/json/json-path.ts'
import type { SchemaDocument, WireSchema } from '../../../schema-form/index.ts'

/**
 * The components that the gateways of EMQX use, from its OpenAPI document, in the dialect that forms read. EMQX has no
 * `GET /schemas/gateways`. JSON Schema has no durations and sizes, but EMQX gives each of them the same example.
 */
export function wireDocument(openApi: unknown): SchemaDocument {
  const schemas = recordAt(recordAt(openApi, 'components'), 'schemas')
  const found: Record<string, WireSchema> = {}
  const pending = Object.keys(schemas).filter((name) => name.startsWith('emqx_gateway_api.'))
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (Object.hasOwn(found, name) || !isRecord(schemas[name])) continue
    found[name] = toWire(schemas[name])
    pending.push(...referencesOf(schemas[name]))
  }
  return { components: { schemas: found } }
}

/** Component of the settings of a gateway without its listeners. */
export const settingsComponent = (name: string): string => `emqx_gateway_api.update_${name}`

/** Component of a listener type. */
export const listenerComponent = (type: string): string => `emqx_gateway_api.${type}_listener`

const prefix = '#/components/schemas/'

function referencesOf(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesOf)
  if (!isRecord(schema)) return []
  const { $ref } = schema
  const own = typeof $ref === 'string' && $ref.startsWith(prefix) ? [$ref.slice(prefix.length)] : []
  return [...own, ...Object.values(schema).flatMap(referencesOf)]
}

function toWire(schema: unknown): WireSchema {
  if (!isRecord(schema)) return {}
  const { type, enum: symbols, oneOf, properties, items, ...rest } = schema
  // The other keywords have the same names and meanings in both dialects.
  const others = rest as Omit<WireSchema, 'type' | 'oneOf' | 'properties' | 'items'>
  return {
    ...others,
    ...(typeof type === 'string' && typeOf(type, symbols, schema.example)),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.map(toWire) }),
    ...(isRecord(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, toWire(inner)])),
    }),
    ...(items !== undefined && { items: toWire(items) }),
  }
}

function typeOf(type: string, symbols: unknown, example: unknown): Pick<WireSchema, 'type' | 'symbols'> {
  if (Array.isArray(symbols)) return { type: 'enum', symbols: symbols.filter(isSymbol) }
  if (type !== 'string' || typeof example !== 'string') return { type }
  if (/^\d+(ms|s|m|h)$/.test(example)) return { type: 'duration' }
  if (/^\d+[KMG]B$/.test(example)) return { type: 'byteSize' }
  if (example === 'item1,item2') return { type: 'comma_separated_string' }
  return { type: /^[\d.]+:\d+$/.test(example) ? 'ip_port' : type }
}

const isSymbol = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

function recordAt(value: unknown, key: string): Readonly<Record<string, unknown>> {
  const inner = isRecord(value) ? value[key] : undefined
  return isRecord(inner) ? inner : {}
}
