/**
 * Values by topic name, found by the filters that match them: the mirror of the router's trie. Iterative throughout.
 */
export interface TopicTrie<V> {
  get(topic: string): V | undefined
  set(topic: string, value: V): void
  delete(topic: string): boolean
  /** Calls with every value whose topic the filter matches, server topics only when it names their first level [MQTT-4.7.2-1]. */
  match(filter: string, found: (value: V) => void): void
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

    match(filter, found) {
      const levels = filter.split('/')
      let current: Node<V>[] = [root]
      for (const [depth, level] of levels.entries()) {
        if (level === '#') {
          for (const node of current) everything(node, depth === 0, found)
          return
        }
        const next: Node<V>[] = []
        for (const node of current) {
          if (node.children === undefined) continue
          if (level === '+') {
            for (const [name, child] of node.children) if (depth > 0 || !name.startsWith('$')) next.push(child)
          } else {
            const child = node.children.get(level)
            if (child !== undefined) next.push(child)
          }
        }
        current = next
      }
      for (const node of current) if (node.value !== undefined) found(node.value)
    },
  }
}

/** A node and all below it. */
function everything<V>(start: Node<V>, isRoot: boolean, found: (value: V) => void): void {
  const waiting = [start]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.value !== undefined) found(node.value)
    if (node.children === undefined) continue
    for (const [name, child] of node.children)
      if (!(isRoot && node === start && name.startsWith('$'))) waiting.push(child)
  }
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
