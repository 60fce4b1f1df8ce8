import { messageOf, type Text } from '@mqdeck/contract'
import { compilePattern, parseNetwork } from '../rules/compile.ts'
import {
  type AclRule,
  anyQos,
  everyone,
  type TextTest,
  type TopicPattern,
  toTopic as toPattern,
  type Who,
} from '../rules/rule.ts'
import { faults } from './faults.ts'
import { AclSyntaxError, readTerms, type Span, type Statement, type Term } from './terms.ts'

/** A rule with its position in the text, without the dot. */
export interface PlacedRule extends Span {
  readonly rule: AclRule
  /** Offset after the dot. There may be spaces and comments between the rule and the dot. */
  readonly end: number
  /** Positions of its parts; undefined for `{allow, all}`. */
  readonly parts: Readonly<Record<RulePart, Span>> | undefined
}

export type RulePart = 'permission' | 'who' | 'action' | 'topics'

/** An error with its position. `line` and `column` start at 1. */
export interface AclProblem extends Span {
  /** In English, as in API responses. */
  readonly message: string
  readonly text: Text
  readonly line: number
  readonly column: number
}

export interface AclFile {
  readonly rules: readonly PlacedRule[]
  /** Empty if all rules are valid. After a syntax error there is one problem and no rule. */
  readonly problems: readonly AclProblem[]
}

/**
 * Reads EMQX's ACL text: `{allow, {username, "ann"}, publish, ["a/#", {eq, "b"}]}.` and so on, rule by rule. The syntax
 * is described in the comment of EMQX's default file.
 */
export function parseAcl(text: string): AclFile {
  const terms = attempt(() => readTerms(text))
  if ('problem' in terms) return { rules: [], problems: [place(text, terms.problem)] }
  const results = terms.value.map((term) => attempt(() => toPlacedRule(term)))
  return {
    rules: results.flatMap((result) => ('value' in result ? [result.value] : [])),
    problems: results.flatMap((result) => ('problem' in result ? [place(text, result.problem)] : [])),
  }
}

type Attempt<T> = { readonly value: T } | { readonly problem: AclSyntaxError }

function attempt<T>(read: () => T): Attempt<T> {
  try {
    return { value: read() }
  } catch (error) {
    if (error instanceof AclSyntaxError) return { problem: error }
    throw error
  }
}

function place(source: string, { message, text, span: { from, to } }: AclSyntaxError): AclProblem {
  const before = source.slice(0, from)
  const lineStart = before.lastIndexOf('\n') + 1
  return { message, text, from, to, line: before.split('\n').length, column: from - lineStart + 1 }
}

function toPlacedRule(term: Statement): PlacedRule {
  const { from, to, end } = term
  const [permission, who, action, topics] = term.kind === 'tuple' ? term.items : []
  const parts = permission && who && action && topics ? { permission, who, action, topics } : undefined
  return { rule: toRule(term), from, to, end, parts }
}

function toRule(term: Term): AclRule {
  if (term.kind !== 'tuple') return refuse(term, faults.braces)
  const [permission, who, action, topics, ...more] = term.items
  const allows = permission?.kind === 'atom' ? permission.name : undefined
  if (allows !== 'allow' && allows !== 'deny') return refuse(permission ?? term, faults.permission)
  if (!who) return refuse(term, faults.noWho)
  if (!action) {
    if (!isAtom(who, 'all')) return refuse(who, faults.twoWords)
    return { permission: allows, who: everyone, action: 'all', qos: anyQos, retain: 'all', topics: 'all' }
  }
  if (!topics) return refuse(term, faults.noTopics)
  const [surplus] = more
  if (surplus) return refuse(surplus, faults.surplus)
  return { permission: allows, who: toWho(who), ...toAction(action), topics: toTopics(topics) }
}

function toWho(term: Term): Who {
  if (isAtom(term, 'all')) return everyone
  if (term.kind !== 'tuple') return refuse(term, faults.who)
  const [kind, ...args] = term.items
  const [first, second] = args
  const name = kind?.kind === 'atom' ? kind.name : undefined
  const counts = (wanted: number) => {
    if (args.length !== wanted) refuse(term, faults.values(name ?? '', wanted))
  }
  switch (name) {
    case 'user':
    case 'username':
      counts(1)
      return { kind: 'username', test: toTest(first, term) }
    case 'client':
    case 'clientid':
      counts(1)
      return { kind: 'clientid', test: toTest(first, term) }
    case 'zone':
    case 'listener':
      counts(1)
      return { kind: name, test: toTest(first, term) }
    case 'client_attr':
      counts(2)
      return { kind: 'client_attr', name: toText(first, term), test: toTest(second, term) }
    case 'ipaddr':
      counts(1)
      return { kind: 'ipaddr', networks: [toNetwork(first, term)] }
    case 'ipaddrs':
      counts(1)
      return { kind: 'ipaddr', networks: itemsOf(first, term).map((one) => toNetwork(one, one)) }
    case 'and':
    case 'or':
      counts(1)
      return { kind: name, of: itemsOf(first, term).map(toWho) }
    default:
      return refuse(kind ?? term, faults.condition)
  }
}

function toTest(term: Term | undefined, around: Term): TextTest {
  if (term?.kind !== 'tuple') return { is: toText(term, around) }
  const [kind, pattern] = term.items
  if (!kind || !isAtom(kind, 're') || term.items.length !== 2) return refuse(term, faults.regex)
  const matches = toText(pattern, term)
  attemptAt(
    pattern ?? term,
    () => compilePattern(matches),
    (sentence) => faults.pattern(sentence, matches),
  )
  return { matches }
}

function toNetwork(term: Term | undefined, around: Term): string {
  const network = toText(term, around)
  attemptAt(
    term ?? around,
    () => parseNetwork(network),
    (sentence) => faults.network(sentence, network),
  )
  return network
}

/** Reports errors of patterns and networks, which only compiling the rule finds. */
function attemptAt(span: Span, make: () => unknown, say: (sentence: string) => Text): void {
  try {
    make()
  } catch (error) {
    refuse(span, say(messageOf(error)))
  }
}

type Action = Pick<AclRule, 'action' | 'qos' | 'retain'>

function toAction(term: Term): Action {
  if (term.kind !== 'tuple') return { action: toActionType(term), qos: anyQos, retain: 'all' }
  const [type, options] = term.items
  if (!type || !options || term.items.length > 2) return refuse(term, faults.options)
  const chosen: Partial<Action> = Object.assign({}, ...itemsOf(options, term).map(toOption))
  return { action: toActionType(type), qos: anyQos, retain: 'all', ...chosen }
}

function toActionType(term: Term): AclRule['action'] {
  const name = term.kind === 'atom' ? term.name : undefined
  if (name === 'pubsub') return 'all'
  if (name === 'publish' || name === 'subscribe' || name === 'all') return name
  return refuse(term, faults.action)
}

function toOption(term: Term): Partial<Action> {
  const [name, value] = term.kind === 'tuple' ? term.items : []
  if (name && value && isAtom(name, 'qos'))
    return { qos: value.kind === 'list' ? value.items.map(toQos) : [toQos(value)] }
  if (name && value && isAtom(name, 'retain')) return { retain: toRetain(value) }
  return refuse(term, faults.option)
}

function toQos(term: Term): 0 | 1 | 2 {
  const value = term.kind === 'integer' ? anyQos.find((qos) => qos === term.value) : undefined
  return value ?? refuse(term, faults.qos)
}

function toRetain(term: Term): AclRule['retain'] {
  if (isAtom(term, 'all')) return 'all'
  if (isAtom(term, 'true')) return true
  return isAtom(term, 'false') ? false : refuse(term, faults.retain)
}

function toTopics(term: Term): AclRule['topics'] {
  // EMQX's own description has `{allow, all, publish, "${clientid}/#"}`.
  if (term.kind === 'string') return [toTopic(term)]
  return itemsOf(term, term).map(toTopic)
}

function toTopic(term: Term): TopicPattern {
  if (term.kind !== 'tuple') return toPattern(toText(term, term))
  const [kind, topic] = term.items
  if (!kind || !isAtom(kind, 'eq') || term.items.length !== 2) return refuse(term, faults.topic)
  return { topic: toText(topic, term), exact: true }
}

const isAtom = (term: Term, name: string): boolean => term.kind === 'atom' && term.name === name

function toText(term: Term | undefined, around: Term): string {
  if (term?.kind === 'string') return term.text
  return refuse(term ?? around, faults.text)
}

function itemsOf(term: Term | undefined, around: Term): readonly Term[] {
  return term?.kind === 'list' ? term.items : refuse(term ?? around, faults.list)
}

function refuse(span: Span, text: Text): never {
  throw new AclSyntaxError(text, span)
}
