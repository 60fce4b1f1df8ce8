import { isRecord } from '@mqdeck/contract'
import { type Json, objectAt } from '../recordings/json.ts'

/** A parsed path of the API. */
export interface Route {
  /** Template in the document: `/rules/{id}`. */
  readonly template: string
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>
  /** Normalized path, independent of encoding: `/mqtt/topic_metrics/t%2Fa`. */
  readonly path: string
  /** By method in upper case. */
  readonly operations: ReadonlyMap<string, Json>
}

/** EMQX's OpenAPI document with queries. */
export interface ApiDocument {
  readonly raw: Json
  /** @param path below `/api/v5`, without query; undefined for unknown paths */
  route(path: string): Route | undefined
  operations(template: string): ReadonlyMap<string, Json> | undefined
  readonly templates: readonly string[]
  /** Resolves `$ref`. */
  resolve(schema: unknown): Json
}

/** Endpoints that EMQX's document omits. */
const hidden: Json = {
  '/clients_v2': { get: { responses: { 200: {} } } },
  '/clients/{clientid}/keepalive': { put: { responses: { 200: {} } } },
}

const methods = ['get', 'post', 'put', 'delete']

/** @param isServed whether the edition has this path */
export function createApiDocument(raw: Json, isServed: (template: string) => boolean, more: Json = {}): ApiDocument {
  const paths = Object.entries({ ...objectAt(raw, 'paths'), ...hidden, ...more }).filter(([path]) => isServed(path))
  const byTemplate = new Map(paths.map(([path, item]) => [path, operationsOf(item)]))
  // Fewer parameters first: `/mqtt/delayed/messages` is not `/mqtt/{name}/messages`.
  const patterns = paths
    .map(([template]) => ({ template, parts: template.split('/') }))
    .sort((a, b) => countParams(a.parts) - countParams(b.parts))
  const schemas = objectAt(objectAt(raw, 'components'), 'schemas')
  return {
    raw: { ...raw, paths: Object.fromEntries(paths.filter(([path]) => !(path in hidden) && !(path in more))) },
    templates: [...byTemplate.keys()],
    operations: (template) => byTemplate.get(template),
    resolve(schema) {
      const reference = objectAt({ schema }, 'schema').$ref
      if (typeof reference !== 'string') return objectAt({ schema }, 'schema')
      return { ...objectAt(schemas, reference.slice(reference.lastIndexOf('/') + 1)), ...withoutRef(schema) }
    },
    route(path) {
      const parts = decodeParts(path)
      if (!parts) return undefined
      const found = patterns.find((one) => fits(one.parts, parts))
      return (
        found && {
          template: found.template,
          params: paramsOf(found.parts, parts),
          path: parts.map(encodeURIComponent).join('/'),
          operations: byTemplate.get(found.template) ?? new Map(),
        }
      )
    },
  }
}

/** Path of a template with its parameters. */
export const pathOf = (template: string, params: Route['params']): string =>
  template
    .split('/')
    .map((part) => encodeURIComponent(isParam(part) ? (params[nameOf(part)] ?? '') : part))
    .join('/')

export const isParam = (part: string): boolean => part.startsWith('{')
export const nameOf = (part: string): string => part.slice(1, -1)

const withoutRef = (schema: unknown): Json => {
  const { $ref: _, ...rest } = objectAt({ schema }, 'schema')
  return rest
}

const countParams = (parts: readonly string[]) => parts.filter(isParam).length

function operationsOf(item: unknown): ReadonlyMap<string, Json> {
  const entries = isRecord(item) ? Object.entries(item) : []
  return new Map(
    entries.flatMap(([method, operation]) =>
      methods.includes(method) && isRecord(operation) ? [[method.toUpperCase(), operation]] : [],
    ),
  )
}

function decodeParts(path: string): readonly string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent)
  } catch {
    // A percent sign that starts no escape sequence: unknown path.
    return undefined
  }
}

const fits = (pattern: readonly string[], parts: readonly string[]) =>
  pattern.length === parts.length &&
  pattern.every((part, index) => (isParam(part) ? parts[index] !== '' : part === parts[index]))

const paramsOf = (pattern: readonly string[], parts: readonly string[]) =>
  Object.fromEntries(pattern.flatMap((part, index) => (isParam(part) ? [[nameOf(part), parts[index] ?? '']] : [])))
