import { messageOf } from '@mqdeck/contract'
import type { Log } from '@mqdeck/kit'
import type { Note } from '../../authn/port.ts'
import type { AuthzAnswer } from '../port.ts'
import { type CompiledAclRule, compileRule, matchRules } from './compile.ts'
import {
  type AclAction,
  type AclRule,
  anyQos,
  everyone,
  type Subject,
  type TopicPattern,
  toTopic,
  type Who,
} from './rule.ts'

/** A rule from a backend or token: `{permission, action, topic, qos?, retain?}`. Strings may be bytes. */
export type RuleRow = Readonly<Record<string, unknown>>

/**
 * The rule of a row, as EMQX's `emqx_authz_rule_raw` reads it: `permission` allow or deny; `action` publish (pub),
 * subscribe (sub) or all; `topic` or a list of `topics`, `eq ` before a literal topic; `qos` a number, a list or
 * `"0,1"`; `retain` a boolean or all. `username`, `username_re`, `clientid`, `clientid_re` and `ipaddr` restrict it to
 * matching clients. @throws {Error} with a sentence if the row is not a rule
 */
export function ruleFromRow(row: RuleRow): AclRule {
  return {
    permission: toPermission(row.permission),
    who: toWho(row),
    action: toAction(row.action),
    qos: toQosList(row.qos),
    retain: toRetain(row.retain),
    topics: toTopics(row),
  }
}

/** @throws {Error} if the row is not a valid rule */
export const compileRow = (row: RuleRow): CompiledAclRule => compileRule(ruleFromRow(row))

/** Compiles rows to rules. Invalid rows are reported and skipped, as in EMQX. */
export function compileRows(
  rows: readonly RuleRow[],
  onUnusable: (reason: string, row: RuleRow) => void,
): readonly CompiledAclRule[] {
  return rows.flatMap((row) => {
    try {
      return [compileRow(row)]
    } catch (error) {
      onUnusable(messageOf(error), row)
      return []
    }
  })
}

/** The decision by the rows that a backend returned for a client. */
export function answerByRows(
  rows: readonly RuleRow[],
  subject: Subject,
  action: AclAction,
  { log, source, note }: { readonly log: Log; readonly source: string; readonly note?: Note | undefined },
): AuthzAnswer {
  const rules = compileRows(rows, (reason, row) => {
    note?.('invalid rule skipped', `${reason}: ${describeRow(row)}`)
    log.warn({ source, reason, row: describeRow(row), clientid: subject.clientId }, 'authz_rule_unusable')
  })
  const found = matchRules(rules, subject, action)
  if (found) note?.('matching rule', describeRule(found.rule))
  else note?.(rows.length === 0 ? 'no rules found' : 'none of the rules found matches', `${rows.length}`)
  return found?.rule.permission ?? 'nomatch'
}

/** Short text: `allow publish to a/#, b`. */
export function describeRule({ permission, action, topics }: AclRule): string {
  const names = topics === 'all' ? 'all topics' : topics.map(({ topic, exact }) => (exact ? `eq ${topic}` : topic))
  return `${permission} ${action} ${typeof names === 'string' ? names : names.join(', ')}`
}

/** Long enough to find the row, short enough for a log. */
const describeRow = (row: RuleRow): string =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)).slice(0, 300)

/** Drivers return text columns of binary types as bytes, and 64-bit integers as bigint. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8')
  return typeof value === 'bigint' ? Number(value) : value
}

const textAt = (row: RuleRow, name: string): string | undefined => {
  const value = plain(row[name])
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : refuse(`${name} is not a string`)
}

function toPermission(value: unknown): AclRule['permission'] {
  const permission = plain(value)
  if (permission === 'allow' || permission === 'deny') return permission
  return refuse('permission must be allow or deny')
}

function toAction(value: unknown): AclRule['action'] {
  switch (plain(value)) {
    case 'pub':
    case 'publish':
      return 'publish'
    case 'sub':
    case 'subscribe':
      return 'subscribe'
    case 'all':
      return 'all'
    default:
      return refuse('action must be publish, subscribe or all')
  }
}

function toQosList(value: unknown): AclRule['qos'] {
  const given = plain(value)
  if (given === undefined || given === null) return anyQos
  const items: readonly unknown[] = typeof given === 'string' ? given.split(',') : [given].flat()
  return items.map(
    (item) => anyQos.find((qos) => String(plain(item)) === String(qos)) ?? refuse('qos must be 0, 1 or 2'),
  )
}

function toRetain(value: unknown): AclRule['retain'] {
  const given = plain(value)
  if (given === undefined || given === null || given === 'all') return 'all'
  if (given === true || given === 1 || given === '1' || given === 'true') return true
  if (given === false || given === 0 || given === '0' || given === 'false') return false
  return refuse('retain must be true, false or all')
}

function toTopics(row: RuleRow): readonly TopicPattern[] {
  const topic = textAt(row, 'topic')
  if (topic !== undefined) return [toTopic(topic)]
  const { topics } = row
  if (!Array.isArray(topics)) return refuse('topic is missing')
  return topics.map((one: unknown) => {
    const text = plain(one)
    return typeof text === 'string' ? toTopic(text) : refuse('a topic is not a string')
  })
}

function toWho(row: RuleRow): Who {
  const conditions: Who[] = []
  for (const kind of ['username', 'clientid'] as const) {
    const name = textAt(row, kind)
    const pattern = textAt(row, `${kind}_re`)
    if (name !== undefined) conditions.push({ kind, test: { is: name } })
    if (pattern !== undefined) conditions.push({ kind, test: { matches: pattern } })
  }
  const address = textAt(row, 'ipaddr')
  if (address !== undefined) conditions.push({ kind: 'ipaddr', networks: [address] })
  const [first = everyone, ...others] = conditions
  return others.length === 0 ? first : { kind: 'and', of: conditions }
}

function refuse(reason: string): never {
  throw new Error(reason)
}
