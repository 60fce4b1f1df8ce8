import { type AclRule, anyQos, type TextTest, type TopicPattern, type Who } from '../rules/rule.ts'
import type { RulePart } from './parse-acl.ts'

/** One rule as ACL text, without the dot; `parseAcl` reads the same rule from it. */
export function printRule(rule: AclRule): string {
  const { permission, who, action, topics } = printParts(rule)
  return isForEverything(rule) ? `{${permission}, all}` : `{${permission}, ${who}, ${action}, ${topics}}`
}

export const printParts = ({ permission, who, topics, ...action }: AclRule): Readonly<Record<RulePart, string>> => ({
  permission,
  who: printWho(who),
  action: printAction(action),
  // A list is required here; EMQX rejects the atom.
  topics: topics === 'all' ? '["#"]' : `[${topics.map(printTopic).join(', ')}]`,
})

/** `{allow, all}` and `{deny, all}`. No rule after it is checked. */
export const isForEverything = ({ who, action, qos, retain, topics }: AclRule): boolean =>
  who.kind === 'all' && action === 'all' && qos.length === anyQos.length && retain === 'all' && topics === 'all'

export function printWho(who: Who): string {
  switch (who.kind) {
    case 'all':
      return 'all'
    case 'client_attr':
      return `{client_attr, ${quote(who.name)}, ${printTest(who.test)}}`
    case 'ipaddr': {
      const [only, ...others] = who.networks.map(quote)
      return only !== undefined && others.length === 0
        ? `{ipaddr, ${only}}`
        : `{ipaddrs, [${who.networks.map(quote).join(', ')}]}`
    }
    case 'and':
    case 'or':
      return `{'${who.kind}', [${who.of.map(printWho).join(', ')}]}`
    default:
      return `{${who.kind}, ${printTest(who.test)}}`
  }
}

const printTest = (test: TextTest) => ('is' in test ? quote(test.is) : `{re, ${quote(test.matches)}}`)

function printAction({ action, qos, retain }: Pick<AclRule, 'action' | 'qos' | 'retain'>): string {
  const options = [
    ...(qos.length === anyQos.length ? [] : [`{qos, ${qos.length === 1 ? qos[0] : `[${qos.join(', ')}]`}}`]),
    ...(retain === 'all' ? [] : [`{retain, ${retain}}`]),
  ]
  return options.length === 0 ? action : `{${action}, [${options.join(', ')}]}`
}

const printTopic = ({ topic, exact }: TopicPattern) => (exact ? `{eq, ${quote(topic)}}` : quote(topic))

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '"': '\\"', '\\': '\\\\' }

const quote = (text: string) => `"${text.replace(/["\\\n\t\r]/g, (character) => escapes[character] ?? character)}"`
