import type { CompiledAclRule } from './compile.ts'
import type { AclAction, Subject, Who } from './rule.ts'
import { createTopicIndex, type TopicIndex } from './topic-index.ts'

/** Rules in their order. The first matching rule decides. */
export interface RuleSet {
  readonly size: number
  /** `client` must be the same object for all actions of a client, so that the rules that apply to it are found only once. */
  find(client: Subject, action: AclAction): CompiledAclRule | undefined
}

interface Placed {
  readonly at: number
  readonly rule: CompiledAclRule
}

interface Meant {
  /** The attributes of a client may change when it re-authenticates. */
  readonly attributes: Subject['attributes']
  readonly rules: readonly Placed[]
}

/** Up to this number of rules for everyone, no index is used. */
const few = 32

/**
 * Rules for a client or a user are found by the name, rules for all clients by the topic: a rule among ten thousand is
 * found without checking the others.
 */
export function createRuleSet(rules: readonly CompiledAclRule[]): RuleSet {
  const byUsername = new Map<string, Placed[]>()
  const byClientId = new Map<string, Placed[]>()
  const conditional: Placed[] = []
  const general: Placed[] = []
  const meant = new WeakMap<Subject, Meant>()

  for (const [at, rule] of rules.entries()) {
    const { who } = rule.rule
    const { username, clientId } = namesOf(who)
    if (who.kind === 'all') general.push({ at, rule })
    else if (clientId !== undefined) addTo(byClientId, clientId, { at, rule })
    else if (username !== undefined) addTo(byUsername, username, { at, rule })
    else conditional.push({ at, rule })
  }
  const findGeneral = general.length <= few ? oneByOne(general) : byTopic(general)

  return {
    size: rules.length,
    find(client, action) {
      const covers = ({ rule }: Placed) => rule.covers(client, action)
      const own = rulesOf(client).find(covers)
      const common = findGeneral(action.topic, covers)
      if (!own || !common) return (own ?? common)?.rule
      return own.at < common.at ? own.rule : common.rule
    },
  }

  /** Rules that apply to this client but not to everyone. */
  function rulesOf(client: Subject): readonly Placed[] {
    const known = meant.get(client)
    if (known && known.attributes === client.attributes) return known.rules
    const { username, clientId, attributes } = client
    const named = username === undefined ? [] : (byUsername.get(username) ?? [])
    const candidates = [...conditional, ...named, ...(byClientId.get(clientId) ?? [])]
    const found = candidates.filter(({ rule }) => rule.means(client)).sort((a, b) => a.at - b.at)
    meant.set(client, { attributes, rules: found })
    return found
  }
}

type Find = (topic: string, covers: (one: Placed) => boolean) => Placed | undefined

const oneByOne =
  (placed: readonly Placed[]): Find =>
  (_, covers) =>
    placed.find(covers)

function byTopic(placed: readonly Placed[]): Find {
  const index: TopicIndex = createTopicIndex()
  for (const [position, { rule }] of placed.entries()) {
    const { topics } = rule.rule
    for (const pattern of topics === 'all' ? [everything] : topics) index.add(pattern, position)
  }
  return (topic, covers) => {
    for (const position of index.candidates(topic)) {
      const one = placed[position]
      if (one && covers(one)) return one
    }
    return undefined
  }
}

const everything = { topic: '#', exact: false }

function addTo(map: Map<string, Placed[]>, name: string, placed: Placed): void {
  const list = map.get(name)
  if (list) list.push(placed)
  else map.set(name, [placed])
}

/** A username or client ID that the rule requires. */
function namesOf(who: Who): { readonly username?: string; readonly clientId?: string } {
  switch (who.kind) {
    case 'username':
      return 'is' in who.test ? { username: who.test.is } : {}
    case 'clientid':
      return 'is' in who.test ? { clientId: who.test.is } : {}
    case 'and':
      return Object.assign({}, ...who.of.map(namesOf))
    default:
      return {}
  }
}
