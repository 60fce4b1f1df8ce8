/**
 * Stores values by topic filter and finds them by matching topic (4.7). Uses no recursion, so that a filter of 32 000
 * levels cannot overflow the stack.
 */
export interface FilterTrie<V> {
  get(filter: string): V | undefined
  set(filter: string, value: V): void
  delete(filter: string): boolean
  /** Calls the function with the value of every matching filter. It must not change the trie. */
  match(topic: string, found: (value: V) => void): void
}

interface Node<V> {
  /** Levels without a wildcard. Created when needed, because most nodes are leaves. */
  children: Map<string, Node<V>> | undefined
  plus: Node<V> | undefined
  /** The value of the filter that ends here. */
  value: V | undefined
  /** The value of the filter that ends here with `/#`. */
  rest: V | undefined
}

const createNode = <V>(): Node<V> => ({ children: undefined, plus: undefined, value: undefined, rest: undefined })

export function createFilterTrie<V>(): FilterTrie<V> {
  const root = createNode<V>()

  /** The node where a filter without its `#` ends. */
  const nodeOf = (levels: readonly string[]): Node<V> | undefined => {
    let node: Node<V> | undefined = root
    for (const level of levels) {
      node = level === '+' ? node.plus : node.children?.get(level)
      if (node === undefined) return undefined
    }
    return node
  }

  return {
    get(filter) {
      const { levels, open } = partsOf(filter)
      const node = nodeOf(levels)
      return open ? node?.rest : node?.value
    },

    set(filter, value) {
      const { levels, open } = partsOf(filter)
      let node = root
      for (const level of levels) node = childOf(node, level)
      if (open) node.rest = value
      else node.value = value
    },

    delete(filter) {
      const { levels, open } = partsOf(filter)
      const path: Node<V>[] = [root]
      for (const level of levels) {
        const parent = path[path.length - 1]
        const node = level === '+' ? parent?.plus : parent?.children?.get(level)
        if (node === undefined) return false
        path.push(node)
      }
      const last = path[path.length - 1]
      if (last === undefined || (open ? last.rest : last.value) === undefined) return false
      if (open) last.rest = undefined
      else last.value = undefined
      prune(path, levels)
      return true
    },

    match(topic, found) {
      if (isEmpty(root)) return
      const levels = topic.split('/')
      // Wildcards in the first level do not match topics of the server [MQTT-4.7.2-1].
      const guarded = topic.startsWith('$')
      if (!guarded && root.rest !== undefined) found(root.rest)
      // Breadth first, one level of the topic at a time, with two alternating arrays.
      let current: Node<V>[] = [root]
      let next: Node<V>[] = []
      for (let i = 0; i < levels.length && current.length > 0; i++) {
        const level = levels[i] ?? ''
        for (const node of current) {
          const child = node.children?.get(level)
          if (child !== undefined) next.push(child)
          if (node.plus !== undefined && !(guarded && i === 0)) next.push(node.plus)
        }
        for (const node of next) if (node.rest !== undefined) found(node.rest)
        const spent = current
        current = next
        next = spent
        next.length = 0
      }
      for (const node of current) if (node.value !== undefined) found(node.value)
    },
  }
}

function childOf<V>(node: Node<V>, level: string): Node<V> {
  if (level === '+') {
    node.plus ??= createNode()
    return node.plus
  }
  node.children ??= new Map()
  let child = node.children.get(level)
  if (child === undefined) {
    child = createNode()
    node.children.set(level, child)
  }
  return child
}

/** Removes empty nodes from the end of the path. */
function prune<V>(path: readonly Node<V>[], levels: readonly string[]): void {
  for (let i = levels.length; i > 0; i--) {
    const node = path[i]
    const parent = path[i - 1]
    if (node === undefined || parent === undefined || !isEmpty(node)) return
    const level = levels[i - 1] ?? ''
    if (level === '+') parent.plus = undefined
    else parent.children?.delete(level)
    if (parent.children?.size === 0) parent.children = undefined
  }
}

const isEmpty = <V>(node: Node<V>) =>
  node.value === undefined &&
  node.rest === undefined &&
  node.plus === undefined &&
  (node.children === undefined || node.children.size === 0)

function partsOf(filter: string): { readonly levels: readonly string[]; readonly open: boolean } {
  const levels = filter.split('/')
  const open = levels[levels.length - 1] === '#'
  if (open) levels.pop()
  return { levels, open }
}
