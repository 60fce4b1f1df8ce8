import { splitShare } from '../../lib/topics/topic-filter.ts'
import { createPayloadHistory, type NumberField, type PayloadHistory, type PayloadLine } from './payload-history.ts'
import { createPayloadRing, type StoredPayload } from './payload-ring.ts'
import { createTopicTree, isTopic, type Mark, marks, type TreeLimits, type TreeTotals } from './topic-tree.ts'
import { readTraffic } from './traffic-batch.ts'
import { createTreeRows, type Step, type Viewport, type VisibleRows } from './tree-rows.ts'

/** Lists of the broker: topics with subscriptions and topics with retained messages. */
export type ListKind = Extract<Mark, 'subscribed' | 'retained'>

export interface ListPage {
  readonly count: number
  /** Number of entries on all pages, if the broker returns it. */
  readonly total: number | undefined
  readonly hasNext: boolean
}

export interface TreeView extends VisibleRows {
  readonly totals: TreeTotals
  /** Messages per second of all topics. */
  readonly rate: number
}

/** Details of one level. */
export interface LevelView {
  readonly node: number
  readonly isTopic: boolean
  readonly isSubscribed: boolean
  readonly isRetained: boolean
  /** Messages of this topic without those below it. */
  readonly own: number
  readonly messages: number
  readonly topics: number
  readonly retained: number
  readonly rate: number
  /** Messages per second since the level was selected, oldest first. */
  readonly rates: readonly { readonly time: number; readonly value: number }[]
  readonly lines: readonly PayloadLine[]
  readonly fields: readonly NumberField[]
}

export interface FullPayload extends StoredPayload {
  /** The previous payload of the same topic. */
  readonly previous: StoredPayload | undefined
}

const maxLines = 100
/** Five minutes with one value per second. */
const maxRates = 300

/** The functions of the worker, which keeps the tree. Times are milliseconds since the epoch unless noted. */
export function createExplorerCalls({
  limits,
  now = Date.now,
}: {
  readonly limits?: TreeLimits
  readonly now?: () => number
} = {}) {
  const startedAt = now()
  /** Milliseconds since the start, so that times in the tree fit 32 bits. */
  const clock = () => now() - startedAt
  let tree = createTopicTree(limits)
  let rows = createTreeRows(tree, clock)
  let ring = createPayloadRing()
  let selected: SelectedLevel | undefined
  let topicsOfList = { subscribed: 0, retained: 0 }
  const encoder = new TextEncoder()

  const select = (node: number): SelectedLevel => {
    if (selected?.node === node) return selected
    selected = { node, rates: [], history: createPayloadHistory(), counted: undefined }
    return selected
  }

  return {
    traffic(batch: ArrayBuffer): void {
      for (const { topic, payload, at, qos, isRetained, isFromRetainer } of readTraffic(batch)) {
        const node = isFromRetainer
          ? tree.mark(topic, 'retained', true)
          : tree.count(topic, Math.max(0, at - startedAt))
        if (node === undefined) continue
        // An empty payload deletes the retained message [MQTT-3.3.1-6].
        if (isRetained) tree.mark(topic, 'retained', payload.length > 0)
        ring.add({ node, at, qos, isRetained, payload })
      }
    },
    beginList(kind: ListKind): void {
      topicsOfList = { ...topicsOfList, [kind]: 0 }
      tree.beginList(kind)
    },
    /** Adds one page of a list, as text. */
    addPage(kind: ListKind, text: string): ListPage {
      const { topics, total, hasNext } = parsePage(text)
      // A shared subscription receives messages of the topic filter after its group.
      for (const topic of topics) tree.mark(encoder.encode(splitShare(topic).topic), kind, true)
      return { count: topics.length, total, hasNext }
    },
    /** Called at the end of a list. Entries that were not in the list lose their mark. */
    endList: (kind: ListKind): void => tree.endList(kind),
    dropMark(kind: ListKind, topics: readonly string[]): void {
      for (const topic of topics) tree.mark(encoder.encode(topic), kind, false)
    },
    clear(): void {
      tree = createTopicTree(limits)
      rows = createTreeRows(tree, clock)
      ring = createPayloadRing()
      selected = undefined
    },
    view: (viewport: Viewport): TreeView => ({
      ...rows.view(viewport),
      totals: tree.totals(),
      rate: tree.rateOf(0, clock()),
    }),
    setExpanded: (node: number, isExpanded: boolean): void => rows.setExpanded(node, isExpanded),
    collapseAll: (): void => rows.collapseAll(),
    /** The action of a key on the selected topic: move, expand or collapse. Undefined while the tree is empty. */
    press(key: TreeKey, topic: string | undefined, viewport: Omit<Viewport, 'from' | 'to' | 'active'>) {
      const indexOf = (active: number | undefined) => rows.view({ ...viewport, from: 0, to: 0, active }).activeIndex
      const from = topic === undefined ? undefined : tree.find(topic)
      // The rows after the previous key.
      const isListed = indexOf(from) >= 0
      const state = from === undefined || !isListed ? undefined : rows.stateOf(from)
      const isToggle =
        state?.hasChildren === true && (key === 'Enter' || key === (state.isExpanded ? 'ArrowLeft' : 'ArrowRight'))
      if (isToggle && from !== undefined) rows.setExpanded(from, !state.isExpanded)
      const node = isToggle || key === 'Enter' ? from : rows.step(isListed ? from : undefined, stepsByKey[key])
      return node === undefined ? undefined : { node, topic: tree.topicOf(node), index: indexOf(node) }
    },
    /** Undefined if the topic is unknown. */
    find(topic: string, mustReveal: boolean): number | undefined {
      const node = tree.find(topic)
      if (node !== undefined && mustReveal) rows.reveal(node)
      return node
    },
    level(topic: string): LevelView | undefined {
      const node = tree.find(topic)
      if (node === undefined) return undefined
      const level = select(node)
      const columns = tree.columns()
      const messages = columns.messages[node] ?? 0
      sampleRate(level, messages, now())
      const flags = columns.flags[node] ?? 0
      const payloads = ring.payloadsOf(node, maxLines)
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
        lines: level.history.lines(payloads),
        fields: level.history.fields(payloads),
      }
    },
    payload(topic: string, seq: number | undefined): FullPayload | undefined {
      const node = tree.find(topic)
      if (node === undefined) return undefined
      const payloads = ring.payloadsOf(node, maxLines)
      const index = seq === undefined ? 0 : payloads.findIndex((one) => one.seq === seq)
      const found = payloads[index]
      return found && { ...found, previous: payloads[index + 1] }
    },
  }
}

const stepsByKey = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'first',
  End: 'last',
} as const satisfies Readonly<Record<string, Step>>

export type TreeKey = keyof typeof stepsByKey | 'Enter'

export const isTreeKey = (key: string): key is TreeKey => key === 'Enter' || Object.hasOwn(stepsByKey, key)

export type ExplorerCalls = ReturnType<typeof createExplorerCalls>

interface SelectedLevel {
  readonly node: number
  readonly rates: { time: number; value: number }[]
  readonly history: PayloadHistory
  counted: { readonly at: number; readonly messages: number } | undefined
}

/** Adds the rate since the last sample, at most once per second. */
function sampleRate(level: SelectedLevel, messages: number, at: number): void {
  const { counted, rates } = level
  if (counted && at - counted.at < 950) return
  if (counted) rates.push({ time: at, value: ((messages - counted.messages) * 1000) / (at - counted.at) })
  if (rates.length > maxRates) rates.shift()
  level.counted = { at, messages }
}

/** @throws SyntaxError if the text is not JSON */
function parsePage(text: string) {
  // A page as in listTopics and listRetained of the contract.
  const { data = [], meta } = JSON.parse(text) as {
    readonly data?: readonly { readonly topic?: unknown }[]
    readonly meta?: { readonly count?: number; readonly hasnext?: boolean }
  }
  const topics = data.flatMap(({ topic }) => (typeof topic === 'string' ? [topic] : []))
  return { topics, total: meta?.count, hasNext: meta?.hasnext === true && data.length > 0 }
}
