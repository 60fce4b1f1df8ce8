import { isTopic, marks, type TopicTree } from './topic-tree.ts'
import { leadsToMatch, type SearchResult, searchTree, shown } from './tree-search.ts'

export const sortKeys = ['name', 'topics', 'messages', 'rate', 'retained'] as const
export type SortBy = (typeof sortKeys)[number]

export interface RowOrder {
  readonly by: SortBy
  readonly isDescending: boolean
}

export interface TreeRow {
  /** Node in the tree. For a `more` row, the node of the branch. */
  readonly node: number
  /** Number of levels of the branch that are not shown. 0 for normal rows. */
  readonly more: number
  readonly name: string
  readonly topic: string
  /** Starts at 1. */
  readonly depth: number
  readonly isExpanded: boolean
  readonly hasChildren: boolean
  readonly isTopic: boolean
  readonly isSubscribed: boolean
  readonly isRetained: boolean
  readonly topics: number
  readonly retained: number
  readonly messages: number
  readonly rate: number
}

export interface VisibleRows {
  readonly from: number
  readonly rows: readonly TreeRow[]
  readonly total: number
  /** Index of the active row, or -1. */
  readonly activeIndex: number
  /** Number of matches. Undefined without a search. */
  readonly matches: number | undefined
}

export interface Viewport {
  readonly from: number
  readonly to: number
  readonly order: RowOrder
  readonly find: string
  readonly active: number | undefined
}

export type Step = 'up' | 'down' | 'pageUp' | 'pageDown' | 'first' | 'last' | 'out' | 'in'

/** The expanded rows of a tree, sorted and filtered by a search. */
export interface TreeRows {
  readonly view: (viewport: Viewport) => VisibleRows
  readonly setExpanded: (node: number, isExpanded: boolean) => void
  readonly stateOf: (node: number) => Pick<TreeRow, 'isExpanded' | 'hasChildren'>
  readonly collapseAll: () => void
  /** Expands all levels above. */
  readonly reveal: (node: number) => void
  /** The node after a step from a node. The same node at the end of the list. */
  readonly step: (from: number | undefined, step: Step) => number | undefined
}

/** Maximum number of shown children per branch, to limit the time for sorting. */
const maxChildren = 100_000
const maxRows = 400_000
/** Maximum number of branches that a search expands. */
const maxOpened = 300
const pageStep = 20
const moreBit = 0x8000_0000
/** Milliseconds between sorts by values that change constantly. */
const sortIntervalMs = 2000

export function createTreeRows(tree: TopicTree, now: () => number = () => performance.now()): TreeRows {
  const expanded = new Set<number>([0])
  const openedBySearch = new Set<number>()
  let list: Uint32Array<ArrayBufferLike> = new Uint32Array(0)
  let used = 0
  let built = { version: -1, at: 0, cost: 0, key: '' }
  let isDirty = true
  let find = ''
  let found: SearchResult | undefined
  let searched = { version: -1, at: 0, cost: 0 }
  const orders = new Map<number, { readonly nodes: Uint32Array; readonly key: string; readonly version: number }>()

  const isOpen = (node: number) => (find === '' ? expanded : openedBySearch).has(node)
  const isShown = (node: number) => {
    if ((tree.columns().topics[node] ?? 0) === 0) return false
    return found === undefined || ((found.flags[node] ?? 0) & shown) !== 0
  }

  const hasChildren = (node: number): boolean => {
    const { firstChild, nextSibling } = tree.columns()
    for (let child = firstChild[node] ?? 0; child !== 0; child = nextSibling[child] ?? 0)
      if (isShown(child)) return true
    return false
  }

  const childrenOf = (node: number): Uint32Array => {
    const { firstChild, nextSibling } = tree.columns()
    let count = 0
    for (let child = firstChild[node] ?? 0; child !== 0; child = nextSibling[child] ?? 0) if (isShown(child)) count += 1
    const nodes = new Uint32Array(count)
    let index = 0
    for (let child = firstChild[node] ?? 0; child !== 0; child = nextSibling[child] ?? 0)
      if (isShown(child)) nodes[index++] = child
    return nodes
  }

  const comparator = ({ by, isDescending }: RowOrder, at: number): ((a: number, b: number) => number) => {
    const sign = isDescending ? -1 : 1
    if (by === 'name') return (a, b) => sign * tree.compareNames(a, b)
    const { messages, topics, retained } = tree.columns()
    const column = { messages, topics, retained }
    const value = by === 'rate' ? (node: number) => tree.rateOf(node, at) : (node: number) => column[by][node] ?? 0
    return (a, b) => sign * (value(a) - value(b)) || tree.compareNames(a, b)
  }

  const sorted = (node: number, order: RowOrder, key: string, at: number): Uint32Array => {
    const version = tree.version()
    const known = orders.get(node)
    // Names do not change, so the order is still valid.
    if (known?.key === key && known.version === version && order.by === 'name') return known.nodes
    const nodes = childrenOf(node).sort(comparator(order, at))
    orders.set(node, { nodes, key, version })
    return nodes
  }

  const push = (value: number) => {
    if (used === list.length) {
      const larger = new Uint32Array(Math.max(1024, list.length * 2))
      larger.set(list)
      list = larger
    }
    list[used++] = value
  }

  const rebuild = (order: RowOrder, key: string, at: number) => {
    used = 0
    const visit = (node: number) => {
      const children = sorted(node, order, key, at)
      const limit = Math.min(children.length, maxChildren)
      for (let index = 0; index < limit && used < maxRows; index++) {
        const child = children[index] ?? 0
        push(child)
        if (isOpen(child)) visit(child)
      }
      if (children.length > limit) push((node | moreBit) >>> 0)
    }
    visit(0)
  }

  const searchAgain = () => {
    const started = now()
    found = searchTree(tree, find)
    searched = { version: tree.version(), at: started, cost: now() - started }
    isDirty = true
  }

  const openMatches = () => {
    openedBySearch.clear()
    openedBySearch.add(0)
    const { parent } = tree.columns()
    const flags = found?.flags ?? new Uint8Array(0)
    for (let node = 1; node < flags.length && openedBySearch.size < maxOpened; node++) {
      const above = parent[node] ?? 0
      if (((flags[node] ?? 0) & leadsToMatch) !== 0 && openedBySearch.has(parent[above] ?? 0)) openedBySearch.add(above)
    }
  }

  /** Limits how often an expensive update runs: the longer it takes, the less often. */
  const isDue = (last: { readonly at: number; readonly cost: number }, at: number, every: number) =>
    at - last.at >= Math.max(every, last.cost * 10)

  const refresh = ({ order, find: nextFind }: Pick<Viewport, 'order' | 'find'>) => {
    const at = now()
    if (nextFind !== find) {
      find = nextFind
      found = undefined
      isDirty = true
      orders.clear()
      if (find !== '') {
        searchAgain()
        openMatches()
      }
    } else if (find !== '' && searched.version !== tree.version() && isDue(searched, at, 1000)) searchAgain()
    const key = `${order.by} ${order.isDescending} ${find} ${searched.at}`
    const isOld = order.by === 'name' ? built.version !== tree.version() : true
    const mustBuild =
      isDirty || key !== built.key || (isOld && isDue(built, at, order.by === 'name' ? 200 : sortIntervalMs))
    if (!mustBuild) return
    rebuild(order, key, at)
    isDirty = false
    built = { version: tree.version(), at, cost: now() - at, key }
  }

  const rowOf = (value: number, at: number): TreeRow => {
    const columns = tree.columns()
    const isMore = value >= moreBit
    const node = isMore ? (value ^ moreBit) >>> 0 : value
    const flags = columns.flags[node] ?? 0
    return {
      node,
      more: isMore ? (orders.get(node)?.nodes.length ?? 0) - maxChildren : 0,
      name: tree.nameOf(node),
      topic: tree.topicOf(node),
      depth: (columns.depth[node] ?? 0) + (isMore ? 1 : 0),
      isExpanded: !isMore && isOpen(node),
      hasChildren: !isMore && hasChildren(node),
      isTopic: (flags & isTopic) !== 0,
      isSubscribed: (flags & marks.subscribed) !== 0,
      isRetained: (flags & marks.retained) !== 0,
      topics: columns.topics[node] ?? 0,
      retained: columns.retained[node] ?? 0,
      messages: columns.messages[node] ?? 0,
      rate: tree.rateOf(node, at),
    }
  }

  const open = (node: number) => {
    const set = find === '' ? expanded : openedBySearch
    // Also expand an only child.
    for (let next = node; ; ) {
      set.add(next)
      const only = onlyChild(next)
      if (only === undefined || !hasChildren(only)) return
      next = only
    }
  }

  /** The only child; undefined with none or several. */
  const onlyChild = (node: number): number | undefined => {
    const { firstChild, nextSibling } = tree.columns()
    let only: number | undefined
    for (let child = firstChild[node] ?? 0; child !== 0; child = nextSibling[child] ?? 0) {
      if (!isShown(child)) continue
      if (only !== undefined) return undefined
      only = child
    }
    return only
  }

  return {
    view(viewport) {
      refresh(viewport)
      const at = now()
      const from = Math.max(0, Math.min(viewport.from, used))
      const rows = Array.from(list.subarray(from, Math.min(viewport.to, used)), (value) => rowOf(value, at))
      const activeIndex = viewport.active === undefined ? -1 : list.subarray(0, used).indexOf(viewport.active)
      return { from, rows, total: used, activeIndex, matches: find === '' ? undefined : (found?.matches ?? 0) }
    },
    stateOf: (node) => ({ isExpanded: isOpen(node), hasChildren: hasChildren(node) }),
    setExpanded(node, isExpanded) {
      if (isExpanded) open(node)
      else (find === '' ? expanded : openedBySearch).delete(node)
      isDirty = true
    },
    collapseAll() {
      const set = find === '' ? expanded : openedBySearch
      set.clear()
      set.add(0)
      isDirty = true
    },
    reveal(node) {
      const { parent } = tree.columns()
      for (let above = parent[node] ?? 0; ; above = parent[above] ?? 0) {
        expanded.add(above)
        if (above === 0) break
      }
      isDirty = true
    },
    step(from, step) {
      const rows = list.subarray(0, used)
      const index = from === undefined ? -1 : rows.indexOf(from)
      const at = (target: number): number | undefined => {
        const bounded = Math.max(0, Math.min(used - 1, target))
        const value = rows[bounded]
        if (value === undefined) return from
        // A `more` row is not a level.
        return value >= moreBit ? (rows[bounded - 1] ?? from) : value
      }
      if (index === -1 || from === undefined) return step === 'last' ? at(used - 1) : at(0)
      switch (step) {
        case 'up':
          // Skip a `more` row.
          return (rows[index - 1] ?? 0) >= moreBit ? at(index - 2) : at(index - 1)
        case 'down':
          return (rows[index + 1] ?? 0) >= moreBit ? at(Math.min(index + 2, used - 1)) : at(index + 1)
        case 'pageUp':
          return at(index - pageStep)
        case 'pageDown':
          return at(index + pageStep)
        case 'first':
          return at(0)
        case 'last':
          return at(used - 1)
        case 'out': {
          const above = tree.columns().parent[from] ?? 0
          return above === 0 ? from : above
        }
        case 'in':
          return isOpen(from) && hasChildren(from) ? at(index + 1) : from
      }
    },
  }
}
