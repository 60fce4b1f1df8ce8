import {
  componentsFor,
  type FormGroup,
  type PlugInSchema,
  type SchemaDocument,
  type SchemaTexts,
  schemaOfComponents,
  type WireSchema,
} from '../../../schema-form/index.ts'
import type { Kind } from '../kinds.ts'

/** Fields of a response that are not settings. Newer brokers can have more, see `settingsOf`. */
const answered = new Set([
  'type',
  'name',
  'actions',
  'sources',
  'rules',
  'status',
  'status_reason',
  'node_status',
  'error',
  'created_at',
  'last_modified_at',
])

export interface FormShape {
  readonly schema: PlugInSchema
  /** Names of the settings, without type and name. Undefined if the broker does not describe the type. */
  readonly fields: readonly string[] | undefined
}

/** The form of a type. Type and name of existing objects cannot be changed, so they are not in their forms. */
export function formShape(
  document: SchemaDocument,
  kind: Kind,
  type: string,
  exists: boolean,
  texts: SchemaTexts,
): FormShape {
  const names = componentsFor(document, type, kind)
  const schemas = document.components.schemas
  const own = names.map(
    (name) => [name, exists ? withoutFields(schemas[name], ['type', 'name']) : schemas[name]] as const,
  )
  const known = Object.fromEntries(own.flatMap(([name, schema]) => (schema ? [[name, schema] as const] : [])))
  const schema = schemaOfComponents({ components: { schemas: { ...schemas, ...known } } }, names, texts)
  const fields = new Set(own.flatMap(([, component]) => Object.keys(component?.properties ?? {})))
  for (const name of ['type', 'name']) fields.delete(name)
  return { schema, fields: names.length === 0 ? undefined : [...fields] }
}

function withoutFields(schema: WireSchema | undefined, names: readonly string[]): WireSchema | undefined {
  if (!schema) return undefined
  const { properties = {}, required = [], ...rest } = schema
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => !names.includes(key))),
    required: required.filter((key) => !names.includes(key)),
  }
}

/** The settings of a response, without read-only fields. */
export function settingsOf(
  answer: Readonly<Record<string, unknown>>,
  fields: readonly string[] | undefined,
): Readonly<Record<string, unknown>> {
  const isSetting = fields ? (key: string) => fields.includes(key) : (key: string) => !answered.has(key)
  return Object.fromEntries(Object.entries(answer).filter(([key]) => isSetting(key)))
}

interface Titles {
  readonly general: string
  readonly connection: string
  readonly parameters: string
  readonly tls: string
}

const general = ['name', 'connector', 'description', 'tags', 'local_topic'] as const

/** Panels for any type: general, specific fields, advanced options, TLS. */
export function groupsOf(kind: Kind, { schema }: FormShape, titles: Titles): readonly FormGroup[] {
  const components = schema.variants.flatMap(({ name }) => schema.document.components.schemas[name] ?? [])
  const fields = [...new Set(components.flatMap(({ properties = {} }) => Object.keys(properties)))]
  const others = fields.filter((name) => !isOneOf(general, name) && name !== 'ssl' && name !== 'enable')
  const flat = others.flatMap((name) => (name === 'parameters' ? parametersOf(schema, components) : [name]))
  const title = kind === 'connector' ? titles.connection : titles.parameters
  return [
    { title: titles.general, fields: general },
    // Common fields come last.
    { title, fields: [...flat.filter((name) => name !== 'resource_opts'), 'resource_opts'] },
    { title: titles.tls, fields: ['ssl'] },
  ]
}

const isOneOf = (names: readonly string[], name: string) => names.includes(name)

/** Shows the fields of `parameters` without a panel of their own, except for variants. */
function parametersOf(schema: PlugInSchema, components: readonly WireSchema[]): readonly string[] {
  const found = components.flatMap(({ properties }) => {
    const reference = properties?.parameters?.$ref
    const target = reference && schema.document.components.schemas[reference.split('/').at(-1) ?? '']
    return target && target.type === 'object' && !target.oneOf
      ? Object.keys(target.properties ?? {}).map((name) => `parameters.${name}`)
      : ['parameters']
  })
  return [...new Set(found)]
}
