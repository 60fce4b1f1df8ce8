import { type Columns, createColumns, enlarge } from './tree-columns.ts'

/** Marks of a topic, as bits. */
export const marks = { subscribed: 1, retained: 2, seen: 4 } as const
export type Mark = keyof typeof marks
/** Shift of the bits for marks that are in the list being loaded. */
const inListShift = 3
/** A level with any of these marks is a topic. Others are only branches. */
export const isTopic = marks.subscribed | marks.retained | marks.seen

export interface TreeLimits {
  readonly nodes: number
  /** Total size of the level names. */
  readonly bytes: number
}

export interface TreeTotals {
  /** Number of levels in all branches. */
  readonly nodes: number
  readonly topics: number
  readonly retained: number
  readonly messages: number
  /** Messages and topics that were not added because the tree is full. */
  readonly notAdded: number
}

/**
 * A tree for a million topics. A level is an index into columns of numbers, and its name is a slice of one byte pool.
 * Messages are counted for their topic and all levels above it. The root is 0, and parents have lower indexes than children.
 */
export interface TopicTree {
  readonly columns: () => Columns
  readonly size: () => number
  /** Changes whenever a topic is added or removed. */
  readonly version: () => number
  readonly totals: () => TreeTotals
  /** Counts a message for a topic (UTF-8) at a time in milliseconds. Returns undefined if the tree is full. */
  readonly count: (topic: Uint8Array, at: number) => number | undefined
  /** Sets or removes a mark. Returns undefined if the tree is full or the topic is unknown. */
  readonly mark: (topic: Uint8Array, mark: Mark, isOn: boolean) => number | undefined
  /** Starts a list of all topics with a mark. At `endList`, topics that were not in it lose the mark. */
  readonly beginList: (mark: Mark) => void
  readonly endList: (mark: Mark) => void
  readonly find: (topic: string) => number | undefined
  readonly nameOf: (node: number) => string
  /** Whether the name contains a text, ignoring ASCII case. */
  readonly nameIncludes: (node: number, part: Uint8Array) => boolean
  readonly nameMatches: (node: number, part: Uint8Array, where: 'start' | 'end' | 'whole') => boolean
  /** Compares names byte by byte. Negative if the first name sorts first. */
  readonly compareNames: (one: number, other: number) => number
  readonly topicOf: (node: number) => string
  /** Messages per second at a time in milliseconds. */
  readonly rateOf: (node: number, at: number) => number
}

/** Each level takes about 60 bytes. */
const defaultTreeLimits: TreeLimits = { nodes: 2_000_000, bytes: 64 * 1024 * 1024 }

/** Time constant of the rate in milliseconds. */
const rateTimeConstantMs = 5000

const slash = 0x2f
const encoder = new TextEncoder()
/** A byte order mark is a regular character of a topic [MQTT-1.5.4-3]. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export function createTopicTree(limits: TreeLimits = defaultTreeLimits): TopicTree {
  let columns = createColumns(1024)
  let pool = new Uint8Array(16 * 1024)
  let poolUsed = 0
  let size = 1
  let version = 0
  let notAdded = 0
  let table = new Uint32Array(4096)

  /** Slot of a level in the hash table, or a free slot for it. */
  const slotOf = (parent: number, bytes: Uint8Array, from: number, to: number): number => {
    let hash = Math.imul(parent + 1, 0x9e37_79b1)
    for (let index = from; index < to; index++) hash = Math.imul(hash ^ (bytes[index] ?? 0), 16_777_619)
    hash ^= hash >>> 15
    const mask = table.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const node = table[slot] ?? 0
      if (node === 0 || (columns.parent[node] === parent && hasName(node, bytes, from, to))) return slot
    }
  }

  const hasName = (node: number, bytes: Uint8Array, from: number, to: number): boolean => {
    if (columns.nameLength[node] !== to - from) return false
    const start = columns.nameStart[node] ?? 0
    for (let index = from; index < to; index++) if (pool[start + index - from] !== bytes[index]) return false
    return true
  }

  const isAt = (from: number, part: Uint8Array): boolean => {
    for (let index = 0; index < part.length; index++)
      if (lower(pool[from + index] ?? 0) !== lower(part[index] ?? 0)) return false
    return true
  }

  const nameBytes = (node: number): Uint8Array => {
    const start = columns.nameStart[node] ?? 0
    return pool.subarray(start, start + (columns.nameLength[node] ?? 0))
  }

  const makeRoom = () => {
    if (size < columns.parent.length) return
    columns = enlarge(columns, Math.min(limits.nodes, columns.parent.length * 2))
    const larger = new Uint32Array(table.length * 2)
    table = larger
    for (let node = 1; node < size; node++) {
      const bytes = nameBytes(node)
      table[slotOf(columns.parent[node] ?? 0, bytes, 0, bytes.length)] = node
    }
  }

  const add = (parent: number, bytes: Uint8Array, from: number, to: number): number | undefined => {
    const length = to - from
    if (size >= limits.nodes || poolUsed + length > limits.bytes) return undefined
    makeRoom()
    if (poolUsed + length > pool.length) {
      const larger = new Uint8Array(Math.min(limits.bytes, Math.max(pool.length * 2, poolUsed + length)))
      larger.set(pool)
      pool = larger
    }
    const slot = slotOf(parent, bytes, from, to)
    const node = size++
    table[slot] = node
    pool.set(bytes.subarray(from, to), poolUsed)
    columns.nameStart[node] = poolUsed
    columns.nameLength[node] = length
    poolUsed += length
    columns.parent[node] = parent
    columns.depth[node] = (columns.depth[parent] ?? 0) + 1
    columns.nextSibling[node] = columns.firstChild[parent] ?? 0
    columns.firstChild[parent] = node
    return node
  }

  /** The level of a topic. If `isComplete` is false, the deepest existing level above it. */
  const locate = (topic: Uint8Array, mayAdd: boolean): { readonly node: number; readonly isComplete: boolean } => {
    let node = 0
    let from = 0
    for (;;) {
      let to = topic.indexOf(slash, from)
      if (to === -1) to = topic.length
      const known = table[slotOf(node, topic, from, to)] ?? 0
      const next = known === 0 && mayAdd ? add(node, topic, from, to) : known
      if (next === undefined || next === 0) return { node, isComplete: false }
      node = next
      if (to === topic.length) return { node, isComplete: true }
      from = to + 1
    }
  }

  /** Adds to a counter of a level and all levels above it. */
  const addToAncestors = (counts: Uint32Array, start: number, change: number) => {
    for (let node = start; ; node = columns.parent[node] ?? 0) {
      counts[node] = (counts[node] ?? 0) + change
      if (node === 0) return
    }
  }

  const setMark = (node: number, mark: Mark, isOn: boolean) => {
    const bit = marks[mark]
    const before = columns.flags[node] ?? 0
    const after = isOn ? before | bit | (bit << inListShift) : before & ~(bit | (bit << inListShift))
    columns.flags[node] = after
    if ((before & bit) === (after & bit)) return
    if (mark === 'retained') addToAncestors(columns.retained, node, isOn ? 1 : -1)
    if (((before & isTopic) === 0) !== ((after & isTopic) === 0)) {
      addToAncestors(columns.topics, node, isOn ? 1 : -1)
      version += 1
    }
  }

  const countMessage = (start: number, at: number) => {
    const { messages, rate, rateAt, parent } = columns
    for (let node = start; ; node = parent[node] ?? 0) {
      messages[node] = (messages[node] ?? 0) + 1
      const since = at - (rateAt[node] ?? 0)
      const left = since > 0 ? (rate[node] ?? 0) * Math.exp(-since / rateTimeConstantMs) : (rate[node] ?? 0)
      rate[node] = left + 1000 / rateTimeConstantMs
      if (since > 0) rateAt[node] = at
      if (node === 0) return
    }
  }

  return {
    columns: () => columns,
    size: () => size,
    version: () => version,
    totals: () => ({
      nodes: size - 1,
      topics: columns.topics[0] ?? 0,
      retained: columns.retained[0] ?? 0,
      messages: columns.messages[0] ?? 0,
      notAdded,
    }),
    count(topic, at) {
      const { node, isComplete } = locate(topic, true)
      countMessage(node, at)
      if (!isComplete) {
        notAdded += 1
        return undefined
      }
      columns.own[node] = (columns.own[node] ?? 0) + 1
      setMark(node, 'seen', true)
      return node
    },
    mark(topic, mark, isOn) {
      const { node, isComplete } = locate(topic, isOn)
      if (isComplete) {
        setMark(node, mark, isOn)
        return node
      }
      if (isOn) notAdded += 1
      return undefined
    },
    beginList(mark) {
      const keep = ~(marks[mark] << inListShift)
      for (let node = 0; node < size; node++) columns.flags[node] = (columns.flags[node] ?? 0) & keep
    },
    endList(mark) {
      const bit = marks[mark]
      for (let node = 0; node < size; node++) {
        const flags = columns.flags[node] ?? 0
        if ((flags & bit) !== 0 && (flags & (bit << inListShift)) === 0) setMark(node, mark, false)
      }
    },
    find(topic) {
      const { node, isComplete } = locate(encoder.encode(topic), false)
      return isComplete ? node : undefined
    },
    nameOf: (node) => decoder.decode(nameBytes(node)),
    nameIncludes(node, part) {
      const start = columns.nameStart[node] ?? 0
      const most = start + (columns.nameLength[node] ?? 0) - part.length
      for (let from = start; from <= most; from++) if (isAt(from, part)) return true
      return false
    },
    nameMatches(node, part, where) {
      const start = columns.nameStart[node] ?? 0
      const rest = (columns.nameLength[node] ?? 0) - part.length
      if (rest < 0 || (where === 'whole' && rest > 0)) return false
      return isAt(where === 'end' ? start + rest : start, part)
    },
    compareNames(one, other) {
      const [a, b] = [columns.nameStart[one] ?? 0, columns.nameStart[other] ?? 0]
      const [long, short] = [columns.nameLength[one] ?? 0, columns.nameLength[other] ?? 0]
      const length = Math.min(long, short)
      for (let index = 0; index < length; index++) {
        const difference = (pool[a + index] ?? 0) - (pool[b + index] ?? 0)
        if (difference !== 0) return difference
      }
      return long - short
    },
    topicOf(node) {
      const names: string[] = []
      for (let level = node; level !== 0; level = columns.parent[level] ?? 0)
        names.push(decoder.decode(nameBytes(level)))
      return names.reverse().join('/')
    },
    rateOf(node, at) {
      const since = Math.max(0, at - (columns.rateAt[node] ?? 0))
      return (columns.rate[node] ?? 0) * Math.exp(-since / rateTimeConstantMs)
    },
  }
}

const lower = (byte: number) => (byte > 0x40 && byte < 0x5b ? byte + 0x20 : byte)
