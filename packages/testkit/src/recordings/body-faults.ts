import { isRecord } from '@mqdeck/contract'
import { type ApiDocument, createApiDocument } from '../replayer/api-document.ts'
import { readContractFile } from './contract-folder.ts'
import { type Json, listAt, objectAt } from './json.ts'
import { type RequiredFields, requiredFields } from './required.ts'
import { requiredField, schemaFaults, unknownField } from './schema-faults.ts'

/** A request that changes data, as sent by a page. */
export interface SentRequest {
  readonly method: string
  /** Path below `/api/v5`, with or without a query. */
  readonly path: string
  /** Parsed. Undefined if there was none or it is not JSON. */
  readonly body: unknown
}

/** `PUT /rules/{id}`. Undefined for endpoints that EMQX or its document does not have. */
export function operationOf({ method, path }: SentRequest): string | undefined {
  const route = contract().api.route(path.split('?')[0] ?? '')
  return route?.operations.has(method) ? `${method} ${route.template}` : undefined
}

/**
 * Reasons why EMQX would reject the body of a request: according to its OpenAPI document and schemas, and to its
 * responses to each omitted field (`required.json`), which take precedence over the document.
 */
export function bodyFaults(request: SentRequest): readonly string[] {
  const { method, body } = request
  const route = contract().api.route(request.path.split('?')[0] ?? '')
  const operation = route?.operations.get(method)
  if (!route || !operation || body === undefined) return []
  const path = request.path.split('?')[0] ?? ''
  const found = isIntegration(route.template)
    ? faultsOfIntegration(method, route.template, route.params, body)
    : faultsOfDocument(operation, body)
  const recorded = contract().required.filter((one) => isAbout(one, method, route.template, body))
  const optional = new Set(recorded.flatMap((one) => one.optional))
  const known = new Set(recorded.flatMap((one) => [...one.required.keys(), ...one.optional]))
  const missing = recorded.flatMap(({ required }) =>
    [...required.keys()].filter((field) => isMissing(body, field.split('.'))),
  )
  const isExcused = (line: string) => {
    const field = line.split(':')[0] ?? ''
    if (wrongInDocument.some((pattern) => pattern.test(`${route.template} ${field}`))) return true
    return line.endsWith(requiredField) ? optional.has(field) : line.endsWith(unknownField) && known.has(field)
  }
  const lines = [...found.filter((line) => !isExcused(line)), ...missing.map((field) => `${field}: ${requiredField}`)]
  return [...new Set(lines)].map((line) => `${method} ${path}: ${line}`)
}

/**
 * Places where the document contradicts EMQX's behaviour (`seed/215`, `seed/236`, `seed/155`), or lacks a newer field.
 */
const wrongInDocument = [
  // Only sent to a broker that returned them.
  /^\/authorization\/settings (source_failure|recheck_sessions)/,
  // EMQX 5.9. Only sent to a broker that requests it.
  /^\/login mfa_token/,
  /^\/authentication\/\{id\} use_jwks/,
  /^\/mqtt\/retainer backend\.index_specs/,
  /^\/message_transformations.*[ .]payload_(de|en)coder/,
  /^\/gateways\/\{name\} gateway_id/,
]

interface Contract {
  readonly api: ApiDocument
  readonly openApi: Json
  readonly connectors: Json
  readonly actions: Json
  readonly required: readonly RequiredFields[]
}

let read: Contract | undefined

function contract(): Contract {
  const file = (path: string) => objectAt({ read: readContractFile(path) }, 'read')
  read ??= {
    openApi: file('openapi.json'),
    api: createApiDocument(file('openapi.json'), () => true),
    connectors: file('schemas/connectors.json'),
    actions: file('schemas/actions.json'),
    required: requiredFields(),
  }
  return read
}

function faultsOfDocument(operation: Json, body: unknown): readonly string[] {
  const content = objectAt(objectAt(operation, 'requestBody'), 'content')
  return 'application/json' in content
    ? schemaFaults(contract().openApi, objectAt(objectAt(content, 'application/json'), 'schema'), body)
    : []
}

const integrations = ['connectors', 'actions', 'sources']
const isIntegration = (template: string) =>
  integrations.some((one) => template === `/${one}` || template === `/${one}/{id}` || template === `/${one}_probe`)

/** The document omits some types whose schemas are complete. */
function faultsOfIntegration(
  method: string,
  template: string,
  params: Readonly<Record<string, string>>,
  body: unknown,
): readonly string[] {
  const kind = integrations.find((one) => template.startsWith(`/${one}`)) ?? ''
  const type = method === 'PUT' ? params.id?.split(':')[0] : isRecord(body) ? body.type : undefined
  const document = kind === 'connectors' ? contract().connectors : contract().actions
  const purpose = {
    connectors: /\.(post|put)(_|$)/,
    actions: /\.(post|put)(_(?!source)|$)/,
    sources: /\.(post|put)_source/,
  }[kind]
  const schemas = Object.entries(objectAt(objectAt(document, 'components'), 'schemas')).filter(
    ([name, schema]) => purpose?.test(name) && name.includes('.post') && typeOf(schema) === type,
  )
  if (schemas.length === 0) return [`type: ${String(type)} is no type of EMQX's`]
  // Update schemas are creation schemas without type and name.
  const named = method === 'PUT' && isRecord(body) ? { type, name: 'typed', ...body } : body
  return schemaFaults(document, { oneOf: schemas.map(([, schema]) => schema) }, named)
}

const typeOf = (schema: unknown) => listAt(objectAt(objectAt({ schema }, 'schema'), 'properties').type, 'symbols')[0]

/** Whether the recorded attempt is about the same kind of body. */
function isAbout(entry: RequiredFields, method: string, template: string, body: unknown): boolean {
  if (entry.method !== method || contract().api.route(entry.path)?.template !== template) return false
  // The field that identifies the kind may itself be omitted.
  return (
    isRecord(body) &&
    Object.entries(entry.tags).every(([key, value]) => [undefined, value].includes(body[key] as string))
  )
}

function isMissing(value: unknown, [step = '', ...rest]: readonly string[]): boolean {
  if (!isRecord(value)) return false
  return value[step] === undefined || (rest.length > 0 && isMissing(value[step], rest))
}
