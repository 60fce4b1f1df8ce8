/**
 * Values by topic name, found by the filters that match them: the mirror of the router's trie. Iterative throughout.
 */
export interface TopicTrie<V> {
  get(topic: string): V | undefined
  set(topic: string, value: V): void
  delete(topic: string): boolean
  /**
   * Every value whose topic the filter matches, server topics only when it names their first level [MQTT-4.7.2-1]. Yields
   * undefined in between, where the caller may pause. Values added during a pause may or may not be found.
   */
  match(filter: string): Generator<V | undefined>
}

interface Node<V> {
  children: Map<string, Node<V>> | undefined
  value: V | undefined
}

export function createTopicTrie<V>(): TopicTrie<V> {
  const root: Node<V> = { children: undefined, value: undefined }

  return {
    get(topic) {
      let node: Node<V> | undefined = root
      for (const level of topic.split('/')) {
        node = node?.children?.get(level)
        if (node === undefined) return undefined
      }
      return node?.value
    },

    set(topic, value) {
      let node = root
      for (const level of topic.split('/')) {
        node.children ??= new Map()
        let child = node.children.get(level)
        if (child === undefined) {
          child = { children: undefined, value: undefined }
          node.children.set(level, child)
        }
        node = child
      }
      node.value = value
    },

    delete(topic) {
      const levels = topic.split('/')
      const path = [root]
      for (const level of levels) {
        const child = path[path.length - 1]?.children?.get(level)
        if (child === undefined) return false
        path.push(child)
      }
      const last = path[path.length - 1]
      if (last?.value === undefined) return false
      last.value = undefined
      prune(path, levels)
      return true
    },

    *match(filter) {
      const levels = filter.split('/')
      const isOpen = levels[levels.length - 1] === '#'
      const depth = isOpen ? levels.length - 1 : levels.length
      /** The children that are still to be visited, for each level of the node that is being visited. */
      const path = [siblings(root)]
      for (let visits = 1; ; visits += 1) {
        if (visits % visitsBetweenPauses === 0) yield undefined
        const next = path[path.length - 1]?.next()
        if (!next || next.done) {
          path.pop()
          if (path.length === 0) return
          continue
        }
        const node = next.value
        const level = path.length - 1
        if (node.value !== undefined && (isOpen ? level >= depth : level === depth)) yield node.value
        if (node.children !== undefined && (isOpen || level < depth)) path.push(childrenOf(node, levels, level, isOpen))
      }
    },
  }
}

/** Nodes that are visited without a match before a pause. */
const visitsBetweenPauses = 64

function* siblings<V>(node: Node<V>): Generator<Node<V>> {
  yield node
}

/** The children of a node on `level` that can still match the filter. */
function* childrenOf<V>(
  { children }: Node<V>,
  levels: readonly string[],
  level: number,
  isOpen: boolean,
): Generator<Node<V>> {
  const isRest = isOpen && level >= levels.length - 1
  const name = levels[level] ?? ''
  if (!isRest && name !== '+') {
    const child = children?.get(name)
    if (child !== undefined) yield child
    return
  }
  // A filter that starts with a wildcard does not match topics of the server [MQTT-4.7.2-1].
  for (const [own, child] of children ?? []) if (level > 0 || !own.startsWith('$')) yield child
}

function prune<V>(path: readonly Node<V>[], levels: readonly string[]): void {
  for (let i = levels.length; i > 0; i--) {
    const node = path[i]
    const parent = path[i - 1]
    if (node === undefined || node.value !== undefined || node.children !== undefined) return
    parent?.children?.delete(levels[i - 1] ?? '')
    if (parent?.children?.size === 0) parent.children = undefined
  }
}
