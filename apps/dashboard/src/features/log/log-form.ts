import type { SchemaDocument, WireSchema } from '../../schema-form/index.ts'

const path = '/configs/log'

/**
 * Reduces the log schema to named files. It also allows a single file without a name, for older configurations, but the
 * broker always returns named files.
 */
export function withNamedFiles(document: SchemaDocument): SchemaDocument {
  const name = document.paths?.[path]?.get?.$ref?.split('/').at(-1) ?? ''
  const { schemas } = document.components
  const log = Object.hasOwn(schemas, name) ? schemas[name] : undefined
  const file = log?.properties?.file
  const named = file?.oneOf?.find(isMap)
  if (!log || !file || !named) return document
  const { oneOf: _, ...rest } = file
  const properties = { ...log.properties, file: { ...rest, ...named } }
  return { ...document, components: { schemas: { ...schemas, [name]: { ...log, properties } } } }
}

const isMap = ({ properties = {} }: WireSchema) => {
  const names = Object.keys(properties)
  return names.length === 1 && names[0]?.startsWith('$') === true
}
