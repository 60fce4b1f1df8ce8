import type { AuditEntry } from '@mqdeck/contract'
import { isRecord } from '../../lib/json/json-path.ts'
import type { Target } from '../../ui/index.ts'

/** The object of an operation: its path parameters, what the request body names, or the arguments of a command. */
export function subjectOf({ args, http_request, operation_id }: AuditEntry): string {
  if (args !== '' && args.length > 0) return args.join(' ')
  if (http_request === '') return ''
  const bindings = Object.values(http_request.bindings ?? {}).map(toText)
  if (bindings.length > 0) return bindings.join(' · ')
  const body = http_request.body ?? ''
  return namesWithType.includes(operation_id) ? typeAndName(body) : nameIn(body)
}

/** Their IDs are `type:name`. */
const namesWithType = ['/connectors', '/actions', '/sources', '/listeners']

/** Fields that name an object, most specific first. */
const nameFields = ['id', 'name', 'clientid', 'who', 'username', 'user_id', 'topic', 'filename', 'node'] as const

/** Bulk operations may have thousands of objects. */
const maxNames = 3

function typeAndName(body: string): string {
  const value = parse(body)
  const [type, name] = [fieldOf(value, body, 'type'), fieldOf(value, body, 'name')]
  return type === undefined || name === undefined ? nameIn(body) : `${type}:${name}`
}

function nameIn(body: string): string {
  const value = parse(body)
  if (Array.isArray(value)) {
    const names = value.slice(0, maxNames).map((one: unknown) => (isRecord(one) ? nameOf(one, '') : toText(one)))
    return [...names.filter((name) => name !== ''), ...(value.length > maxNames ? ['…'] : [])].join(', ')
  }
  return nameOf(value, body)
}

function nameOf(value: unknown, body: string): string {
  for (const field of nameFields) {
    const found = fieldOf(value, body, field)
    if (found !== undefined) return found
  }
  // Authenticators and authorization sources have no name: their type identifies them.
  const parts = ['mechanism', 'backend']
    .map((field) => fieldOf(value, body, field))
    .filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(':') : (fieldOf(value, body, 'type') ?? '')
}

/** A field of the body. Truncated JSON and the Erlang terms of EMQX are searched as text. */
function fieldOf(value: unknown, body: string, field: string): string | undefined {
  if (isRecord(value)) {
    const own = value[field]
    return (typeof own === 'string' && own !== '') || typeof own === 'number' ? String(own) : undefined
  }
  return new RegExp(`(?:"${field}"\\s*:\\s*|<<"${field}">>\\s*=>\\s*<<)"([^"\\\\]+)"`).exec(body)?.[1]
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Pages of objects, by the path of the API and the name of the path parameter. */
const pages: Readonly<Record<string, (subject: string) => Target>> = {
  rules: (id) => ({ to: '/rule/rules/$id', params: { id } }),
  connectors: (id) => ({ to: '/connector/$id', params: { id } }),
  actions: (id) => ({ to: '/rule/actions/$id', params: { id } }),
  sources: (id) => ({ to: '/rule/source/$id', params: { id } }),
  listeners: (id) => ({ to: '/listener/detail/$id', params: { id } }),
  authentication: (id) => ({ to: '/authentication/detail/$id', params: { id } }),
  'authorization/sources': (type) => ({ to: '/authorization/detail/$type', params: { type } }),
  clients: (clientId) => ({ to: '/clients/detail/$clientId', params: { clientId } }),
  users: () => ({ to: '/users' }),
  api_key: () => ({ to: '/api-key' }),
  banned: () => ({ to: '/banned-clients' }),
  trace: () => ({ to: '/log-trace' }),
}

/** The page of the object; undefined after it was deleted, if it was not created, and without a page. */
export function pageOf(entry: AuditEntry): Target | undefined {
  const { http_method, http_request, operation_id, operation_result } = entry
  if (http_request === '' || http_method === '' || http_method === 'delete' || operation_result !== 'success') return
  const [, collection = '', rest = ''] =
    /^\/(authorization\/sources|[a-z_]+)(\/:[a-z]+)?(?:\/|$)/.exec(operation_id) ?? []
  const id = Object.values(http_request.bindings ?? {}).map(toText)[0]
  // The body of a created rule may have a name only, and its ID is generated.
  if (rest === '' && (operation_id !== `/${collection}` || (collection === 'rules' && !hasId(http_request.body))))
    return
  return pages[collection]?.(id ?? subjectOf(entry))
}

const hasId = (body: string | undefined) => fieldOf(parse(body ?? ''), body ?? '', 'id') !== undefined

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
