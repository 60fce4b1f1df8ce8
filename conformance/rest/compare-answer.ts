import { isRecord } from '@mqdeck/contract'
import type { Json, Recording } from '@mqdeck/testkit'
import type { LiveAnswer } from './replay.ts'

/** Texts that differ between nodes: IDs, versions, paths, addresses, machine metrics. */
const ownTexts = new Set([
  'api_key',
  'api_secret',
  'bind',
  'body',
  'current_vsn',
  'cursor',
  'id',
  'inserted_at',
  'log_path',
  'memory_total',
  'memory_used',
  'msgid',
  'otp_release',
  'position',
  'rel_vsn',
  'start',
  'sys_path',
  'token',
  'version',
])

/** Numbers that the conversation fully determines. */
const commonNumbers = new Set([
  'awaiting_rel_max',
  'expiry_interval',
  'inflight_max',
  'keepalive',
  'limit',
  'mqueue_max',
  'mqueue_priority',
  'nl',
  'page',
  'proto_ver',
  'qos',
  'rap',
  'reason_code',
  'rh',
  'subscriptions_cnt',
])

/** Keys that identify rows of a list. The first key that a row has is used. Message IDs differ between nodes. */
const identities = [
  ['name', 'message'],
  ['type', 'ids'],
  ['type', 'name', 'acceptors'],
  ['type', 'name', 'enable'],
  ['from', 'sql'],
  ['event', 'columns'],
  ['payload'],
  ['clientid', 'topic'],
  ['clientid'],
  ['topic'],
  ['username'],
  ['name', 'expired_at'],
  ['who'],
  ['code'],
  ['core_node'],
  ['node'],
]

/**
 * Strictness of the comparison. `twin`: a node with the same history. `shape`: a node with another history, where rows
 * and settings may differ, but not the names and types of fields.
 */
export type Closeness = 'twin' | 'shape'

/**
 * Differences of our response: status, headers, keys, types, null and constants, in both directions. Rows of lists are
 * matched by client, topic and so on, regardless of their order.
 */
export function compareAnswer(theirs: Recording, ours: LiveAnswer, closeness: Closeness = 'twin'): readonly string[] {
  if (closeness === 'shape' && isEnabledHere(theirs, ours)) return []
  if (theirs.status !== ours.status)
    return [`status ${theirs.status} in EMQX, ${ours.status} in MQDeck: ${show(ours.body)}`]
  const found: string[] = []
  const report = (what: string) => found.push(what)
  for (const [name, value] of theirs.headers) {
    const here = ours.headers.get(name)
    if (here !== value) report(`${name}: ${value} in EMQX, ${here ?? 'nothing'} in MQDeck`)
  }
  // With many rows, the rows of the first page depend on the order.
  const isExcerpt = /[?&]limit=/.test(theirs.path)
  compareValue(theirs.body, ours.body, '', { report, isExcerpt, closeness })
  return found
}

/** A feature that was disabled on the new node of the recording, and is used here. */
const isEnabledHere = ({ name, method, status }: Recording, ours: LiveAnswer) =>
  name.startsWith('get-fresh/') && method === 'GET' && status >= 400 && status < 500 && ours.status === 200

/** Fields that decide which other fields an object has. */
const kinds = ['type', 'status', 'enable', 'mechanism', 'backend']

/** Rows of the same name can be of another kind or in another state on a node with another history. */
const isOtherState = (theirs: Json, ours: Json) => kinds.some((key) => theirs[key] !== ours[key])

interface Comparison {
  readonly report: (what: string) => void
  readonly isExcerpt: boolean
  readonly closeness: Closeness
}

function compareValue(theirs: unknown, ours: unknown, path: string, comparison: Comparison): void {
  const name = path || 'body'
  if (Array.isArray(theirs) && Array.isArray(ours)) compareLists(theirs, ours, path, comparison)
  else if (isRecord(theirs) && isRecord(ours)) compareObjects(theirs, ours, path, comparison)
  else if (typeOf(theirs) !== typeOf(ours))
    comparison.report(`${name}: ${typeOf(theirs)} in EMQX, ${typeOf(ours)} in MQDeck`)
  else if (comparison.closeness === 'twin' && isConstant(path, theirs) && steady(theirs) !== steady(ours))
    comparison.report(`${name}: ${show(theirs)} in EMQX, ${show(ours)} in MQDeck`)
}

function compareObjects(theirs: Json, ours: Json, path: string, comparison: Comparison): void {
  const isShape = comparison.closeness === 'shape'
  const hasOwnKeys = isShape && (isOtherState(theirs, ours) || path.split(' ').at(-1) === 'listeners')
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
    if (hasOwnKeys && !(key in ours && key in theirs)) continue
    const inner = path === '' ? key : `${path} ${key}`
    // Descriptions of error codes are our own.
    if (key === 'description' && 'code' in theirs && typeof ours[key] === 'string') continue
    // Every program sends its own.
    if (key === 'headers') continue
    if (!(key in ours)) comparison.report(`${inner}: missing`)
    else if (!(key in theirs)) comparison.report(`${inner}: not in EMQX`)
    else compareValue(theirs[key], ours[key], inner, comparison)
  }
}

function compareLists(
  theirs: readonly unknown[],
  ours: readonly unknown[],
  path: string,
  comparison: Comparison,
): void {
  const inner = path === '' ? '[]' : `${path}[]`
  const theirRows = new Map(theirs.map((row) => [identityOf(row), row]))
  const ourRows = new Map(ours.map((row) => [identityOf(row), row]))
  // The number of samples in a series depends on time.
  const isTwin = comparison.closeness === 'twin'
  const isExpected = (identity: string) => identity !== '' && !comparison.isExcerpt && isTwin
  for (const [identity, row] of theirRows) {
    if (ourRows.has(identity)) compareValue(row, ourRows.get(identity), inner, comparison)
    else if (isExpected(identity)) comparison.report(`${inner}: "${identity}" is missing`)
  }
  for (const identity of ourRows.keys())
    if (!theirRows.has(identity) && isExpected(identity)) comparison.report(`${inner}: "${identity}" is not in EMQX`)
  if (comparison.isExcerpt && isTwin && theirs.length !== ours.length)
    comparison.report(`${inner}: ${theirs.length} rows in EMQX, ${ours.length} in MQDeck`)
}

/** Rows without an identity are interchangeable. Plain values identify themselves. */
function identityOf(row: unknown): string {
  if (!isRecord(row)) return String(row)
  const keys = identities.find((names) => names.every((name) => name in row)) ?? []
  return keys.map((key) => String(row[key])).join(' ')
}

function isConstant(path: string, value: unknown): boolean {
  const key = path.split(' ').at(-1) ?? ''
  if (typeof value === 'number') return commonNumbers.has(key)
  return !ownTexts.has(key)
}

/** Replaces times, also within messages. */
const steady = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, (_, fraction) =>
        fraction === undefined ? 'TIME' : 'TIME.MS',
      )
    : value

function typeOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
