import { componentOf, type SchemaDocument, type WireSchema } from './wire.ts'

/** What a component of a schema document creates: `post_connector`, `post_bridge_v2`, `post_source`, ... */
export interface IndexedComponent {
  readonly name: string
  /** `kafka_producer`. */
  readonly type: string
  readonly purpose: Purpose
}

export type Purpose = 'connector' | 'action' | 'source'

/**
 * The components with which something new is created, by their type. Found by what they are (a name that ends in
 * `.post...` and a `type` of exactly one symbol), so that a type nobody has heard of is found as well. Several components
 * of one type and purpose are variants of it, such as IoTDB's two drivers.
 */
export function indexComponents(document: SchemaDocument): ReadonlyMap<string, readonly IndexedComponent[]> {
  const found = new Map<string, IndexedComponent[]>()
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const type = typeOf(name, schema)
    if (type === undefined) continue
    const others = found.get(type) ?? []
    found.set(type, [...others, { name, type, purpose: purposeOf(name, schema) }])
  }
  return found
}

/** The component names for one type, e.g. `componentsFor(document, 'mqtt', 'source')`; several are variants. */
export function componentsFor(document: SchemaDocument, type: string, purpose: Purpose): readonly string[] {
  const all = indexComponents(document).get(type) ?? []
  return all.filter((one) => one.purpose === purpose).map(({ name }) => name)
}

/** What `method` of `path` answers, e.g. `('/configs/global_zone', 'get')`; undefined when the document does not say. */
function schemaOfPath(document: SchemaDocument, path: string, method = 'get'): WireSchema | undefined {
  return document.paths?.[path]?.[method]
}

/** By name, or by a path with a slash in front. */
export function findSchema(document: SchemaDocument, name: string): WireSchema | undefined {
  if (name.startsWith('/')) return schemaOfPath(document, name)
  return Object.hasOwn(document.components.schemas, name) ? { $ref: `#/components/schemas/${name}` } : undefined
}

/** The component behind a reference; undefined when the document lacks it. */
export function resolve(document: SchemaDocument, schema: WireSchema): WireSchema | undefined {
  const name = componentOf(schema)
  if (name === undefined) return schema.$ref === undefined ? schema : undefined
  const { schemas } = document.components
  return Object.hasOwn(schemas, name) ? schemas[name] : undefined
}

function typeOf(name: string, { properties }: WireSchema): string | undefined {
  if (!/\.post(_|$)/.test(name)) return undefined
  const symbols = properties?.type?.type === 'enum' ? (properties.type.symbols ?? []) : []
  return symbols.length === 1 ? String(symbols[0]) : undefined
}

/** An action refers to a connector, a source too; a connector does not. */
function purposeOf(name: string, { properties = {} }: WireSchema): Purpose {
  if (!Object.hasOwn(properties, 'connector')) return 'connector'
  return /\.post_source/.test(name) ? 'source' : 'action'
}
