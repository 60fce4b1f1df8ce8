// biome-ignore-all lint/a11y/useSemanticElements: virtual rows cannot be a native table
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  EmptyState,
  ErrorState,
  ListPanel,
  ListScroller,
  ListTools,
  Notice,
  TextField,
  ToolGroup,
  useFixedRows,
} from '../../ui/index.ts'
import { useValue } from '../websocket/index.ts'
import type { Explorer } from './explorer.ts'
import { isTreeKey, type TreeKey, type TreeView } from './explorer-calls.ts'
import { messages } from './messages.ts'
import styles from './topic-explorer.module.css'
import { rowHeight, rowId, TopicRow } from './topic-row.tsx'
import { type RowOrder, type SortBy, sortKeys } from './tree-rows.ts'
import { useTreeView } from './use-tree-view.ts'

interface TopicTreeViewProps {
  readonly explorer: Explorer
  readonly find: string
  readonly onFind: (find: string) => void
  readonly order: RowOrder
  readonly onOrder: (order: RowOrder) => void
}

/** The tree, with only the visible rows rendered. */
export function TopicTreeView({ explorer, find, onFind, order, onOrder }: TopicTreeViewProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const { selectedTopic } = explorer
  const port = explorer.port()
  const topic = useValue(selectedTopic)
  const active = useActiveNode(explorer, topic)
  const scroller = useRef<HTMLElement>(null)
  const [count, setCount] = useState(0)
  const visible = useFixedRows(scroller, { count, rowHeight, isAtEnd: false })
  const { view, isBroken, refreshNow } = useTreeView(port, {
    from: visible.from,
    to: Math.max(visible.to, visible.from + initialRows),
    order,
    find,
    active: active.node,
  })
  const total = view?.total ?? 0
  if (total !== count) setCount(total)
  const toggle = async (node: number, isExpanded: boolean) => {
    await port.ask('setExpanded', [node, isExpanded])
    refreshNow()
  }
  const scrollTo = (index: number) => {
    const element = scroller.current
    if (!element || index < 0) return
    const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight]
    const room = element.clientHeight - headHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (bottom > element.scrollTop + room) element.scrollTop = bottom - room
  }
  const press = async (key: TreeKey) => {
    const target = await port.ask('press', [key, selectedTopic.get(), { order, find }])
    if (!target) return
    selectedTopic.set(target.topic)
    active.set(target)
    scrollTo(target.index)
    refreshNow()
  }
  // One after the other: each key starts from the topic that the previous one has selected.
  const keys = useRef(Promise.resolve())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return
    const { key } = event
    if (!isTreeKey(key)) return
    event.preventDefault()
    keys.current = keys.current.then(() => press(key)).catch(() => undefined)
  }
  const isActiveHere = view?.rows.some(({ node, more }) => node === active.node && more === 0)
  return (
    <ListPanel label={texts.topics}>
      <ListTools>
        <ToolGroup grows>
          <TextField
            aria-label={texts.find}
            placeholder={texts.findHint}
            value={find}
            onChange={(event) => onFind(event.currentTarget.value)}
          />
        </ToolGroup>
        <ToolGroup>
          <span className={styles.summary} aria-live="off">
            {view && texts.total(format.number(view.totals.topics), format.rate(view.rate))}
            {view?.matches !== undefined && ` · ${texts.matches(format.number(view.matches))}`}
          </span>
        </ToolGroup>
      </ListTools>
      {isBroken && <ErrorState message={texts.broken} />}
      <TreeFullNotice view={view} />
      <ListScroller
        ref={scroller}
        role="treegrid"
        aria-label={texts.topics}
        aria-rowcount={total + 1}
        aria-activedescendant={isActiveHere && active.node !== undefined ? rowId(active.node) : undefined}
        className={styles.scroller}
        onKeyDown={onKeyDown}
      >
        <ColumnHeaders order={order} onOrder={onOrder} />
        <div role="rowgroup" className={styles.rows} style={{ height: total * rowHeight }}>
          {view?.rows.map((row, offset) => (
            <TopicRow
              key={row.more > 0 ? `more ${row.node}` : row.node}
              row={row}
              index={view.from + offset}
              isSelected={row.more === 0 && row.topic === topic}
              onSelect={() => {
                selectedTopic.set(row.topic)
                active.set(row)
              }}
              onToggle={() => void toggle(row.node, !row.isExpanded)}
            />
          ))}
        </div>
        {view && total === 0 && <EmptyTree isSearching={find !== ''} onReset={() => onFind('')} />}
      </ListScroller>
    </ListPanel>
  )
}

/** Number of rows before the height is measured. */
const initialRows = 40
/** In px. */
const headHeight = 34

interface ActiveNode {
  readonly node: number | undefined
  readonly set: (row: { readonly node: number; readonly topic: string }) => void
}

/** Node of the selected topic. Polled until the tree has it. */
function useActiveNode({ port }: Explorer, topic: string | undefined): ActiveNode {
  const [known, setKnown] = useState<{ readonly node: number; readonly topic: string }>()
  const node = known !== undefined && known.topic === topic ? known.node : undefined
  useEffect(() => {
    if (topic === undefined || node !== undefined) return
    let isCancelled = false
    const find = () =>
      port()
        .ask('find', [topic, true])
        .then(
          (found) => !isCancelled && found !== undefined && setKnown({ node: found, topic }),
          () => undefined,
        )
    void find()
    const timer = setInterval(() => void find(), 1000)
    return () => {
      isCancelled = true
      clearInterval(timer)
    }
  }, [port, topic, node])
  return { node, set: setKnown }
}

function ColumnHeaders({ order, onOrder }: Pick<TopicTreeViewProps, 'order' | 'onOrder'>) {
  const texts = useMessages(messages)
  const sortBy = (by: SortBy) => onOrder({ by, isDescending: order.by === by ? !order.isDescending : by !== 'name' })
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its button is focusable
    <div role="row" className={styles.head}>
      {sortKeys.map((by) => (
        // biome-ignore lint/a11y/useFocusableInteractive: its button is focusable
        <div
          key={by}
          role="columnheader"
          aria-sort={order.by === by ? (order.isDescending ? 'descending' : 'ascending') : undefined}
        >
          <button type="button" className={styles.sort} onClick={() => sortBy(by)}>
            {texts.columns[by]}
            <span aria-hidden>{order.by === by && (order.isDescending ? ' ↓' : ' ↑')}</span>
          </button>
        </div>
      ))}
    </div>
  )
}

function TreeFullNotice({ view }: { readonly view: TreeView | undefined }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const notAdded = view?.totals.notAdded ?? 0
  if (notAdded === 0) return null
  return (
    <Notice tone="amber">
      {texts.treeFull} {texts.notAdded(format.number(notAdded))}
    </Notice>
  )
}

function EmptyTree({ isSearching, onReset }: { readonly isSearching: boolean; readonly onReset: () => void }) {
  const texts = useMessages(messages)
  return isSearching ? (
    <EmptyState
      title={texts.noMatch}
      hint={texts.noMatchHint}
      action={<Button onClick={onReset}>{texts.showAll}</Button>}
    />
  ) : (
    <EmptyState title={texts.noTopics} hint={texts.noTopicsHint} />
  )
}
