import { type AnyStruct, toComponents } from '@mqdeck/contract'
import {
  type FormGroup,
  type PlugInSchema,
  type SchemaDocument,
  type SchemaTexts,
  schemaOfComponents,
  structTexts,
  type WireSchema,
} from '../../../schema-form/index.ts'

/** The form of a declared struct, or of a component of the broker's OpenAPI document. */
export interface Shape {
  readonly schema: PlugInSchema
  /** Fields of its component, without those that are not settings. */
  readonly fields: readonly string[]
}

interface ShapeOptions {
  /** Adds the field for the name of a new listener. */
  readonly withName?: boolean
  /** Fields of responses that are not settings. */
  readonly without?: readonly string[]
}

export function shapeOfStruct(struct: AnyStruct, options: ShapeOptions = {}): Shape {
  const schemas = toComponents([struct]) as SchemaDocument['components']['schemas'] // our own printer writes the dialect that forms read
  return shapeOf({ components: { schemas } }, struct.name, structTexts([struct]), options)
}

/** @returns undefined if the document lacks the component */
export function shapeOfDocument(
  document: SchemaDocument,
  component: string,
  texts: SchemaTexts,
  options: ShapeOptions = {},
): Shape | undefined {
  return document.components.schemas[component] && shapeOf(document, component, texts, options)
}

function shapeOf(document: SchemaDocument, name: string, texts: SchemaTexts, options: ShapeOptions): Shape {
  const { withName = false, without = [] } = options
  const { schemas } = document.components
  const { properties = {}, required = [], ...rest } = schemas[name] ?? {}
  const own = Object.fromEntries(Object.entries(properties).filter(([field]) => !without.includes(field)))
  const component: WireSchema = {
    ...rest,
    required: [...(withName ? ['name'] : []), ...required.filter((field) => !without.includes(field))],
    properties: { ...(withName && { name: { type: 'string', maxLength: 255 } }), ...own },
  }
  return {
    schema: schemaOfComponents({ components: { schemas: { ...schemas, [name]: component } } }, [name], texts),
    fields: Object.keys(own),
  }
}

/** The settings of a response. */
export function settingsOf(
  answer: Readonly<Record<string, unknown>>,
  { fields }: Pick<Shape, 'fields'>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(answer).filter(([key]) => fields.includes(key)))
}

interface ListenerTitles {
  readonly basics: string
  readonly limits: string
  readonly tls: string
  readonly websocket: string
  readonly access: string
  readonly proxy: string
  readonly transport: string
}

const tlsFirst = ['certfile', 'keyfile', 'password', 'cacertfile', 'verify', 'fail_if_no_peer_cert', 'versions']

/** Panels of any type of listener; the most common settings come first. */
export function listenerGroups({ schema }: Shape, titles: ListenerTitles): readonly FormGroup[] {
  const nested = (name: string, first: readonly string[] = []) => {
    const inner = innerFields(schema, name)
    return [...first.filter((field) => inner.includes(field)), ...inner.filter((field) => !first.includes(field))].map(
      (field) => `${name}.${field}`,
    )
  }
  return [
    {
      title: titles.basics,
      fields: ['name', 'enable', 'bind', 'max_connections', 'mountpoint', 'enable_authn', 'acceptors'],
    },
    { title: titles.limits, fields: ['max_conn_rate', 'messages_rate', 'bytes_rate'] },
    { title: titles.tls, fields: [...nested('ssl_options', tlsFirst), ...nested('dtls_options', tlsFirst)] },
    { title: titles.websocket, fields: nested('websocket', ['path']) },
    { title: titles.access, fields: ['access_rules'] },
    { title: titles.proxy, fields: ['proxy_protocol', 'proxy_protocol_timeout'] },
    { title: titles.transport, fields: [...nested('tcp_options'), ...nested('udp_options'), 'health_check'] },
  ]
}

/** Field names of the object `name` in the first variant. */
function innerFields({ document, variants }: PlugInSchema, name: string): readonly string[] {
  const { schemas } = document.components
  const field = schemas[variants[0]?.name ?? '']?.properties?.[name]
  const target = field?.$ref === undefined ? field : schemas[field.$ref.split('/').at(-1) ?? '']
  return Object.entries(target?.properties ?? {}).flatMap(([key, { deprecated }]) => (deprecated ? [] : [key]))
}
