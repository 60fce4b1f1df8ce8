import type { TopicPattern } from './rule.ts'

/** Index of topic patterns, to find those that may match a topic without checking all of them. */
export interface TopicIndex {
  /** `candidates` returns `at`. */
  add(pattern: TopicPattern, at: number): void
  /** Ascending. Contains every pattern that matches the topic or filter, and possibly some that do not. */
  candidates(topic: string): readonly number[]
}

interface Node {
  readonly children: Map<string, Node>
  /** Patterns that end here. */
  readonly here: number[]
  /** Patterns that end with `#` below here. */
  readonly below: number[]
}

const createNode = (): Node => ({ children: new Map(), here: [], below: [] })

export function createTopicIndex(): TopicIndex {
  const root = createNode()
  const exact = new Map<string, number[]>()
  /** Patterns that start with a placeholder, so that their first level is unknown. */
  const open: number[] = []

  return {
    add({ topic, exact: isExact }, at) {
      if (topic.includes('${')) open.push(at)
      else if (isExact) exact.set(topic, [...(exact.get(topic) ?? []), at])
      else insert(root, topic.split('/'), at)
    },
    candidates(topic) {
      const found = [...open, ...(exact.get(topic) ?? [])]
      collect(root, topic.split('/'), 0, found)
      // A rule with several patterns may be found several times.
      return found.length < 2 ? found : [...new Set(found)].sort((a, b) => a - b)
    },
  }
}

function insert(root: Node, levels: readonly string[], at: number): void {
  let node = root
  for (const level of levels) {
    if (level === '#') {
      node.below.push(at)
      return
    }
    const child = node.children.get(level) ?? createNode()
    node.children.set(level, child)
    node = child
  }
  node.here.push(at)
}

/** Each level has at most two successors: its name and `+`. */
function collect(node: Node, levels: readonly string[], depth: number, found: number[]): void {
  for (const at of node.below) found.push(at)
  const level = levels[depth]
  if (level === undefined) {
    for (const at of node.here) found.push(at)
    return
  }
  const own = node.children.get(level)
  if (own) collect(own, levels, depth + 1, found)
  const any = level === '+' ? undefined : node.children.get('+')
  if (any) collect(any, levels, depth + 1, found)
}
