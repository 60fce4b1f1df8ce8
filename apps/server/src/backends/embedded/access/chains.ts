import { MemberError } from '@mqdeck/access'
import { AppError } from '@mqdeck/contract'
import type { ResourceState } from '@mqdeck/kit'
import { commonStatus, type NodeAnswer, total } from '../nodes.ts'
import { invalid } from '../root-checks.ts'

/**
 * Reorders the members of a chain.
 * @param what name of the members in EMQX's messages
 * @throws {AppError} BAD_REQUEST unless the list contains each ID of the chain exactly once
 */
export function inOrder<T>(
  chain: readonly T[],
  idOf: (one: T) => string,
  ids: readonly string[],
  what: string,
): readonly T[] {
  const byId = new Map(chain.map((one) => [idOf(one), one]))
  const unknown = ids.filter((id) => !byId.has(id))
  const left = [...byId.keys()].filter((id) => !ids.includes(id))
  const problems = [
    ...(unknown.length > 0 ? [`${what}: ${unknown.join(', ')} are not found`] : []),
    ...(left.length > 0 ? [`No positions are specified for ${what.toLowerCase()}: ${left.join(', ')}`] : []),
  ]
  if (problems.length > 0) throw new AppError('BAD_REQUEST', problems.join(', '))
  if (ids.length > chain.length) throw new AppError('BAD_REQUEST', `${what}: an entry is listed twice`)
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Moves one member of the chain to `front`, `rear`, `before:ID` or `after:ID`.
 * @param find throws if the chain has no such member
 * @throws {AppError} BAD_REQUEST for an invalid position
 */
export function moved<T>(chain: readonly T[], find: (id: string) => T, id: string, position: string): readonly T[] {
  const member = find(id)
  const others = chain.filter((one) => one !== member)
  if (position === 'front') return [member, ...others]
  if (position === 'rear') return [...others, member]
  const [, side, other = ''] = /^(before|after):(.+)$/.exec(position) ?? []
  if (side === undefined) throw new AppError('BAD_REQUEST', `Invalid position: ${position}`)
  if (other === id) return chain
  const index = others.indexOf(find(other)) + (side === 'after' ? 1 : 0)
  return [...others.slice(0, index), member, ...others.slice(index)]
}

interface Member<Metrics, BackendMetrics> {
  readonly state: ResourceState
  readonly metrics: Metrics
  /** Undefined if there is no backend. */
  readonly backendMetrics?: BackendMetrics | undefined
}

/** Status of a member of a chain on all nodes, in the format of the API. */
export function toMemberStatus<Metrics extends object, BackendMetrics extends object>(
  answers: readonly NodeAnswer<Member<Metrics, BackendMetrics>>[],
) {
  const states = answers.map(({ node, answer: { state, metrics, backendMetrics } }) => {
    const resource: Partial<BackendMetrics> = backendMetrics ?? {}
    const status = state.status === 'stopped' ? ('disconnected' as const) : state.status
    return { node, status, metrics, resource, reason: state.reason }
  })
  return {
    status: commonStatus(states.map(({ status }) => status)),
    metrics: total(states.map(({ node, metrics }) => ({ node, answer: metrics }))),
    resource_metrics: total(states.map(({ node, resource }) => ({ node, answer: resource }))),
    node_status: states.map(({ node, status }) => ({ node, status })),
    node_metrics: states.map(({ node, metrics }) => ({ node, metrics })),
    node_resource_metrics: states.map(({ node, resource }) => ({ node, metrics: resource })),
    node_error: states.flatMap(({ node, reason }) => (reason === undefined ? [] : [{ node, error: reason }])),
  }
}

/**
 * Fields of authenticators and sources that have a default in the configuration file but are required in requests,
 * because EMQX selects the schema of the body by them.
 */
const schemaSelectors: readonly (readonly [kind: string, field: string])[] = [
  ['mongodb', 'mongo_type'],
  ['redis', 'redis_type'],
  ['jwt', 'use_jwks'],
]

type Body = Readonly<Record<string, unknown>>

/** @throws {AppError} BAD_REQUEST with the path of the missing field */
export function requireSchemaSelector(body: Body): void {
  const kind = body.backend ?? body.type ?? body.mechanism
  const [, field] = schemaSelectors.find(([name]) => name === kind) ?? []
  if (field !== undefined && isMissing(body[field])) throw missing(field)
}

/** New users of the built-in database are stored with the hash in the request. @throws {AppError} as above */
export function requireHash({ mechanism, backend, password_hash_algorithm }: Body): void {
  const isBuiltIn = mechanism === 'password_based' && backend === 'built_in_database'
  if (isBuiltIn && isMissing(password_hash_algorithm)) throw missing('password_hash_algorithm.name')
}

const isMissing = (value: unknown) => value === undefined || value === null

const missing = (field: string) =>
  new AppError(
    'BAD_REQUEST',
    JSON.stringify({ reason: 'required_field', path: `root.${field}`, kind: 'validation_error' }),
  )

/**
 * Reports settings that a chain rejects with the path of the field.
 * @param chain path of the chain
 */
export const refuseMember =
  (chain: string) =>
  (error: unknown): never => {
    if (!(error instanceof MemberError)) throw error
    const { index, field, message } = error
    throw invalid(`${chain}.${index + 1}${field === undefined ? '' : `.${field}`}`, message, undefined)
  }
