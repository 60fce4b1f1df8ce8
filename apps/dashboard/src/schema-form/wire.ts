/**
 * A type in `GET /schemas/*`: EMQX's dialect of JSON Schema. Validated on use, because newer clusters may print more.
 */
export interface WireSchema {
  readonly type?: string
  readonly $ref?: string
  readonly oneOf?: readonly WireSchema[]
  /** Fields of an object. A single field that starts with `$` means that the user chooses the names. */
  readonly properties?: Readonly<Record<string, WireSchema>>
  readonly required?: readonly string[]
  readonly items?: WireSchema
  /** Values of an enum. A single one is a constant, or a special case in a union. */
  readonly symbols?: readonly WireSymbol[]
  readonly default?: unknown
  readonly example?: unknown
  readonly description?: string
  readonly format?: string
  /** Of a string with the format `code`. */
  readonly language?: 'json' | 'text'
  /** A number, or for durations a string such as `1s`. */
  readonly minimum?: number | string
  readonly maximum?: number | string
  readonly maxLength?: number
  readonly is_template?: boolean
  readonly readOnly?: boolean
  readonly deprecated?: boolean
}

export type WireSymbol = string | number | boolean

/**
 * The response of `GET /schemas/{hotconf|connectors|actions|bridges}`. Without `paths`, only components can be
 * selected.
 */
export interface SchemaDocument {
  /** Response schemas by path below `/api/v5` and method. */
  readonly paths?: Readonly<Record<string, Readonly<Record<string, WireSchema>>>>
  readonly components: { readonly schemas: Readonly<Record<string, WireSchema>> }
}

const prefix = '#/components/schemas/'

/** `emqx.mqtt` of `#/components/schemas/emqx.mqtt`. */
export function componentOf({ $ref }: WireSchema): string | undefined {
  return $ref?.startsWith(prefix) ? $ref.slice(prefix.length) : undefined
}

/** The objects that a component of a schema document creates: `post_connector`, `post_bridge_v2`, `post_source`, ... */
export interface IndexedComponent {
  readonly name: string
  /** `kafka_producer`. */
  readonly type: string
  readonly purpose: Purpose
}

export type Purpose = 'connector' | 'action' | 'source'

/**
 * The components for creation, by type. Found by structure (a name that ends in `.post...` and a `type` with a single
 * symbol), so that unknown types are found too. Several components of one type and purpose are variants, such as
 * IoTDB's two drivers.
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

/**
 * The response schema of `method` and `path`, e.g. `('/configs/global_zone', 'get')`; undefined if the document lacks
 * it.
 */
function schemaOfPath(document: SchemaDocument, path: string, method = 'get'): WireSchema | undefined {
  return document.paths?.[path]?.[method]
}

/** A schema by name, or by a path that starts with a slash. */
export function findSchema(document: SchemaDocument, name: string): WireSchema | undefined {
  if (name.startsWith('/')) return schemaOfPath(document, name)
  return Object.hasOwn(document.components.schemas, name) ? { $ref: `#/components/schemas/${name}` } : undefined
}

/** The component of a reference; undefined if the document lacks it. */
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

/** Actions and sources refer to a connector; connectors do not. */
function purposeOf(name: string, { properties = {} }: WireSchema): Purpose {
  if (!Object.hasOwn(properties, 'connector')) return 'connector'
  return /\.post_source/.test(name) ? 'source' : 'action'
}
