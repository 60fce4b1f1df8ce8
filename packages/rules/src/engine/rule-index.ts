import { createFilterTrie } from '@mqdeck/broker'
import { eventOfSource } from '../events/index.ts'
import type { Source } from '../sql/ast.ts'

/** Finds rules by the inputs in their FROM clause, without checking every rule. */
export interface RuleIndex<R> {
  /** Rules whose topic filters match, each once, in the order of the rules. */
  readonly forTopic: (topic: string) => readonly R[]
  /** @param name such as `client.connected` */
  readonly forEvent: (name: string) => readonly R[]
  /** @param id such as `mqtt:my_source` */
  readonly forBridge: (id: string) => readonly R[]
  /** Common prefix of all topic filters. Undefined if no rule selects from a topic. */
  readonly topicPrefix: string | undefined
  /** Events that at least one rule selects, without `message.publish`. */
  readonly events: readonly string[]
}

type FromSource = Pick<Source, 'kind' | 'text'>

const none: readonly never[] = []

export function createRuleIndex<R extends { readonly order: number }>(
  entries: Iterable<readonly [rule: R, sources: readonly FromSource[]]>,
): RuleIndex<R> {
  const topics = createFilterTrie<R[]>()
  const events = new Map<string, R[]>()
  const bridges = new Map<string, R[]>()
  let topicPrefix: string | undefined

  for (const [rule, sources] of entries) {
    for (const source of sources) {
      const { name, isTopic } = placeOf(source)
      if (!isTopic) {
        addTo(source.kind === 'event' ? events : bridges, name, rule)
        continue
      }
      const found = topics.get(name)
      if (found === undefined) topics.set(name, [rule])
      else if (!found.includes(rule)) found.push(rule)
      const fixed = fixedPart(name)
      topicPrefix = topicPrefix === undefined ? fixed : commonBeginning(topicPrefix, fixed)
    }
  }

  return {
    forTopic(topic) {
      let found: R[] | readonly never[] = none
      let isShared = false
      topics.match(topic, (rules) => {
        if (found.length === 0) found = rules
        else {
          found = [...found, ...rules]
          isShared = true
        }
      })
      return isShared ? [...new Set<R>(found)].sort((a, b) => a.order - b.order) : found
    },
    forEvent: (name) => events.get(name) ?? none,
    forBridge: (id) => bridges.get(id) ?? none,
    topicPrefix,
    events: [...events.keys()],
  }
}

/** Where to index an input. `$bridges/` and `$sources/` mean the same, `$events/message_publish` means every topic. */
function placeOf({ kind, text }: FromSource): { readonly name: string; readonly isTopic: boolean } {
  if (kind === 'bridge' || text.startsWith('$sources/'))
    return { name: text.slice(text.indexOf('/') + 1), isTopic: false }
  const event = kind === 'event' ? eventOfSource(text) : undefined
  if (event === undefined) return { name: text, isTopic: true }
  return event.name === 'message.publish' ? { name: '#', isTopic: true } : { name: event.name, isTopic: false }
}

function addTo<R>(map: Map<string, R[]>, name: string, rule: R): void {
  const found = map.get(name)
  if (found === undefined) map.set(name, [rule])
  else if (!found.includes(rule)) found.push(rule)
}

/** The part before the first wildcard. For `t/#` this is `t`, because `t/#` also matches `t`. */
function fixedPart(filter: string): string {
  const end = filter.search(/[+#]/)
  return end === -1 ? filter : filter.slice(0, end).replace(/\/$/, '')
}

function commonBeginning(a: string, b: string): string {
  let length = Math.min(a.length, b.length)
  while (length > 0 && a.slice(0, length) !== b.slice(0, length)) length -= 1
  return a.slice(0, length)
}
