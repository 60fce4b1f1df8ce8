import { compileRule } from '../rules/compile.ts'
import { anyQos, everyone, type Rule, type TextTest, type TopicPattern, type Who } from '../rules/rule.ts'
import { AclSyntaxError, readTerms, type Span, type Term } from './terms.ts'

/** A rule with the place of its text, the dot left out. */
interface PlacedRule extends Span {
  readonly rule: Rule
}

/** What is wrong, and where; `line` and `column` count from 1. */
interface AclProblem extends Span {
  readonly message: string
  readonly line: number
  readonly column: number
}

export interface AclFile {
  readonly rules: readonly PlacedRule[]
  /** Empty when every rule can be used. After a mistake of grammar there is one problem and no rule. */
  readonly problems: readonly AclProblem[]
}

/**
 * Reads EMQX's ACL text: `{allow, {username, "ann"}, publish, ["a/#", {eq, "b"}]}.` and so on, rule by rule. The formal
 * description stands in the comment of EMQX's default file.
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

function place(text: string, { message, span }: AclSyntaxError): AclProblem {
  const before = text.slice(0, span.from)
  const lineStart = before.lastIndexOf('\n') + 1
  return { message, ...span, line: before.split('\n').length, column: span.from - lineStart + 1 }
}

function toPlacedRule(term: Term): PlacedRule {
  const rule = toRule(term)
  try {
    compileRule(rule)
  } catch (error) {
    throw new AclSyntaxError(error instanceof Error ? error.message : String(error), term)
  }
  return { rule, from: term.from, to: term.to }
}

function toRule(term: Term): Rule {
  if (term.kind !== 'tuple') return refuse(term, 'a rule stands in braces: {allow, all}')
  const [permission, who, action, topics, ...more] = term.items
  const allows = permission?.kind === 'atom' ? permission.name : undefined
  if (allows !== 'allow' && allows !== 'deny') return refuse(permission ?? term, 'a rule begins with allow or deny')
  if (!who) return refuse(term, 'whom the rule is for is missing')
  if (!action) {
    if (!isAtom(who, 'all')) return refuse(who, 'a rule of two words is {allow, all} or {deny, all}')
    return { permission: allows, who: everyone, action: 'all', qos: anyQos, retain: 'all', topics: 'all' }
  }
  if (!topics) return refuse(term, 'the list of topics is missing')
  const [surplus] = more
  if (surplus) return refuse(surplus, 'a rule has four parts: permission, who, action, topics')
  return { permission: allows, who: toWho(who), ...toAction(action), topics: toTopics(topics) }
}

function toWho(term: Term): Who {
  if (isAtom(term, 'all')) return everyone
  if (term.kind !== 'tuple') return refuse(term, 'who must be all, or a condition such as {username, "ann"}')
  const [kind, ...args] = term.items
  const [first, second] = args
  const name = kind?.kind === 'atom' ? kind.name : undefined
  const counts = (wanted: number) => {
    if (args.length !== wanted) refuse(term, `${name} takes ${wanted === 1 ? 'one value' : 'two values'}`)
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
      return { kind: 'ipaddr', networks: [toText(first, term)] }
    case 'ipaddrs':
      counts(1)
      return { kind: 'ipaddr', networks: itemsOf(first, term).map((one) => toText(one, one)) }
    case 'and':
    case 'or':
      counts(1)
      return { kind: name, of: itemsOf(first, term).map(toWho) }
    default:
      return refuse(
        kind ?? term,
        'a condition begins with username, clientid, client_attr, ipaddr, ipaddrs, zone, listener, and, or',
      )
  }
}

function toTest(term: Term | undefined, around: Term): TextTest {
  if (term?.kind !== 'tuple') return { is: toText(term, around) }
  const [kind, pattern] = term.items
  if (!kind || !isAtom(kind, 're') || term.items.length !== 2)
    return refuse(term, 'a regular expression is written {re, "^a"}')
  return { matches: toText(pattern, term) }
}

type Action = Pick<Rule, 'action' | 'qos' | 'retain'>

function toAction(term: Term): Action {
  if (term.kind !== 'tuple') return { action: toActionType(term), qos: anyQos, retain: 'all' }
  const [type, options] = term.items
  if (!type || !options || term.items.length > 2)
    return refuse(term, 'an action with options is written {publish, [{qos, 1}, {retain, false}]}')
  const chosen: Partial<Action> = Object.assign({}, ...itemsOf(options, term).map(toOption))
  return { action: toActionType(type), qos: anyQos, retain: 'all', ...chosen }
}

function toActionType(term: Term): Rule['action'] {
  const name = term.kind === 'atom' ? term.name : undefined
  if (name === 'pubsub') return 'all'
  if (name === 'publish' || name === 'subscribe' || name === 'all') return name
  return refuse(term, 'the action is publish, subscribe or all')
}

function toOption(term: Term): Partial<Action> {
  const [name, value] = term.kind === 'tuple' ? term.items : []
  if (name && value && isAtom(name, 'qos'))
    return { qos: value.kind === 'list' ? value.items.map(toQos) : [toQos(value)] }
  if (name && value && isAtom(name, 'retain')) return { retain: toRetain(value) }
  return refuse(term, 'an option is {qos, 0} to {qos, 2}, or {retain, true}, {retain, false}, {retain, all}')
}

function toQos(term: Term): 0 | 1 | 2 {
  const value = term.kind === 'integer' ? anyQos.find((qos) => qos === term.value) : undefined
  return value ?? refuse(term, 'QoS is 0, 1 or 2')
}

function toRetain(term: Term): Rule['retain'] {
  if (isAtom(term, 'all')) return 'all'
  if (isAtom(term, 'true')) return true
  return isAtom(term, 'false') ? false : refuse(term, 'retain is true, false or all')
}

function toTopics(term: Term): Rule['topics'] {
  if (isAtom(term, 'all')) return 'all'
  // EMQX's own description has `{allow, all, publish, "${clientid}/#"}`.
  if (term.kind === 'string') return [toTopic(term)]
  return itemsOf(term, term).map(toTopic)
}

function toTopic(term: Term): TopicPattern {
  if (term.kind !== 'tuple') return { topic: toText(term, term), exact: false }
  const [kind, topic] = term.items
  if (!kind || !isAtom(kind, 'eq') || term.items.length !== 2)
    return refuse(term, 'a topic is a text, or {eq, "text"} for exactly this text')
  return { topic: toText(topic, term), exact: true }
}

const isAtom = (term: Term, name: string): boolean => term.kind === 'atom' && term.name === name

function toText(term: Term | undefined, around: Term): string {
  if (term?.kind === 'string') return term.text
  return refuse(term ?? around, 'a text in double quotes must stand here')
}

function itemsOf(term: Term | undefined, around: Term): readonly Term[] {
  return term?.kind === 'list' ? term.items : refuse(term ?? around, 'a list in square brackets must stand here')
}

function refuse(span: Span, message: string): never {
  throw new AclSyntaxError(message, span)
}
