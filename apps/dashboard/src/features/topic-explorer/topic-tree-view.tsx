// biome-ignore-all lint/a11y/useSemanticElements: rows of which most are not there make no table of the browser's
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { useValue } from '../../mqtt-client/index.ts'
import {
  Button,
  EmptyState,
  ErrorState,
  ListPanel,
  ListTools,
  Notice,
  TextField,
  ToolGroup,
  useFixedRows,
} from '../../ui/index.ts'
import type { Explorer } from './explorer.ts'
import type { TreeView } from './explorer-answers.ts'
import { messages } from './messages.ts'
import styles from './topic-explorer.module.css'
import { rowHeight, rowId, TopicRow } from './topic-row.tsx'
import { type RowOrder, type SortBy, type Step, sortKeys } from './tree-rows.ts'
import { useTreeView } from './use-tree-view.ts'

interface TopicTreeViewProps {
  readonly explorer: Explorer
  readonly find: string
  readonly onFind: (find: string) => void
  readonly order: RowOrder
  readonly onOrder: (order: RowOrder) => void
}

/** The tree itself: rows in sight only, however many there are. */
export function TopicTreeView({ explorer, find, onFind, order, onOrder }: TopicTreeViewProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const { chosen } = explorer
  const port = explorer.port()
  const topic = useValue(chosen)
  const active = useActiveNode(explorer, topic)
  const scroller = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(0)
  const sight = useFixedRows(scroller, { count, rowHeight, isAtEnd: false })
  const { view, isBroken, lookNow } = useTreeView(port, {
    from: sight.from,
    to: Math.max(sight.to, sight.from + firstRows),
    order,
    find,
    active: active.node,
  })
  const total = view?.total ?? 0
  if (total !== count) setCount(total)
  const toggle = async (node: number, isExpanded: boolean) => {
    await port.ask('setExpanded', [node, isExpanded])
    lookNow()
  }
  const scrollTo = (index: number) => {
    const element = scroller.current
    if (!element || index < 0) return
    const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight]
    const room = element.clientHeight - headHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (bottom > element.scrollTop + room) element.scrollTop = bottom - room
  }
  const go = async (step: Step) => {
    const next = await port.ask('step', [active.node, step])
    if (!next) return
    chosen.set(next.topic)
    active.set(next)
    const seen = await port.ask('see', [{ from: 0, to: 0, order, find, active: next.node }])
    scrollTo(seen.activeIndex)
    lookNow()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return
    const row = view?.rows.find(({ node, more }) => node === active.node && more === 0)
    const step = steps[event.key]
    if (event.key === 'ArrowRight' && row?.hasChildren && !row.isExpanded) void toggle(row.node, true)
    else if (event.key === 'ArrowLeft' && row?.isExpanded) void toggle(row.node, false)
    else if (event.key === 'Enter' && row?.hasChildren) void toggle(row.node, !row.isExpanded)
    else if (step) void go(step)
    else return
    event.preventDefault()
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
      <Cut view={view} />
      <div
        ref={scroller}
        role="treegrid"
        aria-label={texts.topics}
        aria-rowcount={total + 1}
        aria-activedescendant={isActiveHere && active.node !== undefined ? rowId(active.node) : undefined}
        tabIndex={0}
        className={styles.scroller}
        onKeyDown={onKeyDown}
      >
        <Head order={order} onOrder={onOrder} />
        <div role="rowgroup" className={styles.rows} style={{ height: total * rowHeight }}>
          {view?.rows.map((row, offset) => (
            <TopicRow
              key={row.more > 0 ? `more ${row.node}` : row.node}
              row={row}
              index={view.from + offset}
              isChosen={row.more === 0 && row.topic === topic}
              onChoose={() => {
                chosen.set(row.topic)
                active.set(row)
              }}
              onToggle={() => void toggle(row.node, !row.isExpanded)}
            />
          ))}
        </div>
        {view && total === 0 && <Nothing isSearching={find !== ''} onReset={() => onFind('')} />}
      </div>
    </ListPanel>
  )
}

/** Before it is known how many there is room for. */
const firstRows = 40
/** Px. */
const headHeight = 34

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'first',
  End: 'last',
}

interface ActiveNode {
  readonly node: number | undefined
  readonly set: (row: { readonly node: number; readonly topic: string }) => void
}

/** The level of the chosen topic; looked for until somebody has heard of it. */
function useActiveNode({ port }: Explorer, topic: string | undefined): ActiveNode {
  const [known, setKnown] = useState<{ readonly node: number; readonly topic: string }>()
  const node = known !== undefined && known.topic === topic ? known.node : undefined
  useEffect(() => {
    if (topic === undefined || node !== undefined) return
    let isGone = false
    const look = () =>
      port()
        .ask('find', [topic, true])
        .then(
          (found) => !isGone && found !== undefined && setKnown({ node: found, topic }),
          () => undefined,
        )
    void look()
    const timer = setInterval(() => void look(), 1000)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [port, topic, node])
  return { node, set: setKnown }
}

function Head({ order, onOrder }: Pick<TopicTreeViewProps, 'order' | 'onOrder'>) {
  const texts = useMessages(messages)
  const sortBy = (by: SortBy) => onOrder({ by, isDescending: order.by === by ? !order.isDescending : by !== 'name' })
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: what is in it has the focus
    <div role="row" className={styles.head}>
      {sortKeys.map((by) => (
        // biome-ignore lint/a11y/useFocusableInteractive: what is in it has the focus
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

function Cut({ view }: { readonly view: TreeView | undefined }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const cut = view?.totals.cut ?? 0
  if (cut === 0) return null
  return (
    <Notice tone="amber">
      {texts.full} {texts.cut(format.number(cut))}
    </Notice>
  )
}

function Nothing({ isSearching, onReset }: { readonly isSearching: boolean; readonly onReset: () => void }) {
  const texts = useMessages(messages)
  return isSearching ? (
    <EmptyState
      title={texts.noMatch}
      hint={texts.noMatchHint}
      action={<Button onClick={onReset}>{texts.resetFind}</Button>}
    />
  ) : (
    <EmptyState title={texts.noTopics} hint={texts.noTopicsHint} />
  )
}
