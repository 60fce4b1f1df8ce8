import { messageOf } from '@mqdeck/contract'
import { parseTemplate, renderTemplate } from '@mqdeck/kit/template'
import ipaddr from 'ipaddr.js'
import { RE2JS } from 're2js'
import { covers } from './covers.ts'
import type { AclAction, AclRule, Subject, TextTest, TopicPattern, Who } from './rule.ts'

/** A rule compiled for repeated checks. */
export interface CompiledAclRule {
  readonly rule: AclRule
  /** Whether the rule applies to this client. */
  readonly means: (subject: Subject) => boolean
  /** Whether the rule matches this action of a client that it applies to. */
  readonly covers: (subject: Subject, action: AclAction) => boolean
  readonly matches: (subject: Subject, action: AclAction) => boolean
}

/** @throws {Error} for an invalid regular expression or network */
export function compileRule(rule: AclRule): CompiledAclRule {
  const means = compileWho(rule.who)
  const speaksOf = compileTopics(rule)
  const covers = (subject: Subject, action: AclAction) => isAbout(rule, action) && speaksOf(subject, action.topic)
  return { rule, means, covers, matches: (subject, action) => means(subject) && covers(subject, action) }
}

/** The first rule that matches decides. */
export function matchRules(
  rules: readonly CompiledAclRule[],
  subject: Subject,
  action: AclAction,
): CompiledAclRule | undefined {
  return rules.find((rule) => rule.matches(subject, action))
}

const isAbout = ({ action, qos, retain }: AclRule, asked: AclAction): boolean =>
  (action === 'all' || action === asked.type) &&
  qos.includes(asked.qos) &&
  (retain === 'all' || asked.type === 'subscribe' || retain === asked.retain)

function compileWho(who: Who): (subject: Subject) => boolean {
  switch (who.kind) {
    case 'all':
      return () => true
    case 'username':
      return ofText(who.test, ({ username }) => username)
    case 'clientid':
      return ofText(who.test, ({ clientId }) => clientId)
    case 'zone':
      return ofText(who.test, ({ zone }) => zone)
    case 'listener':
      return ofText(who.test, ({ listener }) => listener)
    case 'client_attr':
      return ofText(who.test, ({ attributes }) => attributes[who.name])
    case 'ipaddr':
      return ofNetworks(who.networks)
    case 'and': {
      const all = who.of.map(compileWho)
      return (subject) => all.every((one) => one(subject))
    }
    case 'or': {
      const any = who.of.map(compileWho)
      return (subject) => any.some((one) => one(subject))
    }
  }
}

/** A client without a username does not match. */
function ofText(test: TextTest, read: (subject: Subject) => string | undefined): (subject: Subject) => boolean {
  if ('is' in test) return (subject) => read(subject) === test.is
  const pattern = compilePattern(test.matches)
  return (subject) => {
    const text = read(subject)
    return text !== undefined && pattern.matcher(text).find()
  }
}

/** @throws {Error} for an invalid regular expression */
export function compilePattern(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    throw new Error(`"${pattern}" is not a valid regular expression (RE2): ${messageOf(error)}`)
  }
}

function ofNetworks(networks: readonly string[]): (subject: Subject) => boolean {
  const ranges = networks.map(parseNetwork)
  return ({ peerhost }) => {
    if (!ipaddr.isValid(peerhost)) return false
    // An IPv4 client on an IPv6 socket is an IPv4 client.
    const address = ipaddr.process(peerhost)
    return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
  }
}

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/** @throws {Error} for an invalid address or network */
export function parseNetwork(text: string): Network {
  const [address = '', bits] = text.split('/')
  // The library also accepts C notation such as `10.1` and `0x7f.1`.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
  try {
    if (!isAddress) throw new TypeError('no address')
    const [range, length] = ipaddr.parseCIDR(
      bits === undefined ? `${address}/${address.includes(':') ? 128 : 32}` : text,
    )
    // ::ffff:10.0.0.0/104 is 10.0.0.0/8, as in bans and access rules.
    const isMapped = range instanceof ipaddr.IPv6 && range.isIPv4MappedAddress() && length >= 96
    return isMapped ? [range.toIPv4Address(), length - 96] : [range, length]
  } catch {
    throw new Error(`"${text}" is not an IP address or a network such as 10.0.0.0/8`)
  }
}

function compileTopics({ topics, permission }: AclRule): (subject: Subject, topic: string) => boolean {
  if (topics === 'all') return () => true
  const patterns = topics.map((pattern) => compileTopic(pattern, permission))
  return (subject, topic) => patterns.some((matches) => matches(subject, topic))
}

function compileTopic(
  { topic: text, exact }: TopicPattern,
  permission: AclRule['permission'],
): (subject: Subject, topic: string) => boolean {
  const template = parseTemplate(text)
  // A pattern without wildcards matches only itself, which is a fast comparison.
  const isLiteral = exact || (template.names.length === 0 && !/[+#]/.test(text))
  const fits = isLiteral
    ? (pattern: string, topic: string) => pattern === topic
    : (pattern: string, topic: string) => covers(pattern, topic, permission)
  if (template.names.length === 0) return (_, topic) => fits(text, topic)
  return (subject, topic) => {
    const values = template.names.map((name) => placeholderValue(subject, name))
    // Without a value the rule does not match: with an empty string the client could use `/#`.
    if (values.some((value) => !isUsable(value))) return false
    return fits(
      renderTemplate(template, (_, name) => placeholderValue(subject, name)),
      topic,
    )
  }
}

/** A client with the ID `+` or `#` could otherwise read the topics of all clients, and `ann/x` a part of those of `ann`. */
const isUsable = (value: string | undefined) => value !== undefined && !/[+#/]/.test(value)

/** The values of placeholders in topics of ACL rules. */
function placeholderValue(subject: Subject, name: string): string | undefined {
  if (name.startsWith('client_attrs.')) return subject.attributes[name.slice('client_attrs.'.length)]
  switch (name) {
    case 'clientid':
      return subject.clientId
    case 'username':
      return subject.username
    case 'peerhost':
      return subject.peerhost
    case 'cert_common_name':
      return subject.certCommonName
    case 'cert_subject':
      return subject.certSubject
    case 'zone':
      return subject.zone
    default:
      return undefined
  }
}
