import { splitShare } from '../../lib/topic-filter.ts'
import { createPayloadRing, type KeptPayload } from './payload-ring.ts'
import { createPayloadStory, type NumberField, type PayloadLine, type PayloadStory } from './payload-story.ts'
import { createTopicTree, isTopic, type Mark, marks, type TreeLimits, type TreeTotals } from './topic-tree.ts'
import { readTraffic } from './traffic-batch.ts'
import { createTreeRows, type SeenRows, type Sight, type Step } from './tree-rows.ts'

/** What a list of the broker says: who subscribes, and what is retained. */
export type ListKind = Extract<Mark, 'subscribed' | 'retained'>

export interface ListPage {
  readonly count: number
  /** Of all pages, where the broker tells. */
  readonly total: number | undefined
  readonly hasNext: boolean
}

export interface TreeView extends SeenRows {
  readonly totals: TreeTotals
  /** Messages in a second, all topics together. */
  readonly rate: number
}

/** What there is to know of one level. */
export interface LevelView {
  readonly node: number
  readonly isTopic: boolean
  readonly isSubscribed: boolean
  readonly isRetained: boolean
  /** Messages of exactly this topic. */
  readonly own: number
  readonly messages: number
  readonly topics: number
  readonly retained: number
  readonly rate: number
  /** Messages in a second since the level was chosen, oldest first. */
  readonly rates: readonly { readonly time: number; readonly value: number }[]
  readonly lines: readonly PayloadLine[]
  readonly fields: readonly NumberField[]
}

export interface FullPayload extends KeptPayload {
  /** The one before it of the same topic. */
  readonly before: KeptPayload | undefined
}

const mostLines = 100
/** The rate of the last five minutes, at a look a second. */
const mostRates = 300

/** What the worker does: keeps the tree and tells of it. Times are milliseconds since 1970 unless they are the worker's own. */
export function createExplorerAnswers({
  limits,
  now = Date.now,
}: {
  readonly limits?: TreeLimits
  readonly now?: () => number
} = {}) {
  const startedAt = now()
  /** The tree counts from its beginning: 32 bits would not do. */
  const clock = () => now() - startedAt
  let tree = createTopicTree(limits)
  let rows = createTreeRows(tree, clock)
  let ring = createPayloadRing()
  let chosen: Chosen | undefined
  let topicsOfList = { subscribed: 0, retained: 0 }
  const encoder = new TextEncoder()

  const choose = (node: number): Chosen => {
    if (chosen?.node === node) return chosen
    chosen = { node, rates: [], story: createPayloadStory(), counted: undefined }
    return chosen
  }

  return {
    traffic(batch: ArrayBuffer): void {
      for (const { topic, payload, at, qos, isRetained, isOld } of readTraffic(batch)) {
        const node = isOld ? tree.mark(topic, 'retained', true) : tree.count(topic, Math.max(0, at - startedAt))
        if (node === undefined) continue
        // Without a payload the broker forgets what it kept of the topic.
        if (isRetained) tree.mark(topic, 'retained', payload.length > 0)
        ring.add({ node, at, qos, isRetained, payload })
      }
    },
    beginList(kind: ListKind): void {
      topicsOfList = { ...topicsOfList, [kind]: 0 }
      tree.beginList(kind)
    },
    /** One page of the broker's list, as it was sent. */
    addPage(kind: ListKind, text: string): ListPage {
      const { topics, total, hasNext } = readPage(text)
      // Those who share a subscription get what is published to the topic behind it.
      for (const topic of topics) tree.mark(encoder.encode(splitShare(topic).topic), kind, true)
      return { count: topics.length, total, hasNext }
    },
    /** The list was read to its end: what it did not name is no more. */
    endList: (kind: ListKind): void => tree.endList(kind),
    dropMark(kind: ListKind, topics: readonly string[]): void {
      for (const topic of topics) tree.mark(encoder.encode(topic), kind, false)
    },
    clear(): void {
      tree = createTopicTree(limits)
      rows = createTreeRows(tree, clock)
      ring = createPayloadRing()
      chosen = undefined
    },
    see: (sight: Sight): TreeView => ({
      ...rows.see(sight),
      totals: tree.totals(),
      rate: tree.rateOf(0, clock()),
    }),
    setExpanded: (node: number, isExpanded: boolean): void => rows.setExpanded(node, isExpanded),
    collapseAll: (): void => rows.collapseAll(),
    step(from: number | undefined, step: Step): { readonly node: number; readonly topic: string } | undefined {
      const node = rows.step(from, step)
      return node === undefined ? undefined : { node, topic: tree.topicOf(node) }
    },
    /** Undefined as long as nobody has heard of it. */
    find(topic: string, mustReveal: boolean): number | undefined {
      const node = tree.find(topic)
      if (node !== undefined && mustReveal) rows.reveal(node)
      return node
    },
    level(topic: string): LevelView | undefined {
      const node = tree.find(topic)
      if (node === undefined) return undefined
      const level = choose(node)
      const columns = tree.columns()
      const messages = columns.messages[node] ?? 0
      lookAt(level, messages, now())
      const flags = columns.flags[node] ?? 0
      const payloads = ring.of(node, mostLines)
      return {
        node,
        isTopic: (flags & isTopic) !== 0,
        isSubscribed: (flags & marks.subscribed) !== 0,
        isRetained: (flags & marks.retained) !== 0,
        own: columns.own[node] ?? 0,
        messages,
        topics: columns.topics[node] ?? 0,
        retained: columns.retained[node] ?? 0,
        rate: tree.rateOf(node, clock()),
        rates: level.rates.slice(),
        lines: level.story.lines(payloads),
        fields: level.story.fields(payloads),
      }
    },
    payload(topic: string, seq: number | undefined): FullPayload | undefined {
      const node = tree.find(topic)
      if (node === undefined) return undefined
      const payloads = ring.of(node, mostLines)
      const index = seq === undefined ? 0 : payloads.findIndex((one) => one.seq === seq)
      const found = payloads[index]
      return found && { ...found, before: payloads[index + 1] }
    },
  }
}

export type ExplorerAnswers = ReturnType<typeof createExplorerAnswers>

interface Chosen {
  readonly node: number
  readonly rates: { time: number; value: number }[]
  readonly story: PayloadStory
  counted: { readonly at: number; readonly messages: number } | undefined
}

/** A rate for the time since the last look, a second at least. */
function lookAt(level: Chosen, messages: number, at: number): void {
  const { counted, rates } = level
  if (counted && at - counted.at < 950) return
  if (counted) rates.push({ time: at, value: ((messages - counted.messages) * 1000) / (at - counted.at) })
  if (rates.length > mostRates) rates.shift()
  level.counted = { at, messages }
}

/** @throws SyntaxError for what is no JSON */
function readPage(text: string) {
  // A page of EMQX, see listTopics and listRetained of the contract.
  const { data = [], meta } = JSON.parse(text) as {
    readonly data?: readonly { readonly topic?: unknown }[]
    readonly meta?: { readonly count?: number; readonly hasnext?: boolean }
  }
  const topics = data.flatMap(({ topic }) => (typeof topic === 'string' ? [topic] : []))
  return { topics, total: meta?.count, hasNext: meta?.hasnext === true && data.length > 0 }
}
