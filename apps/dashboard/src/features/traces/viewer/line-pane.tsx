import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { usePrinting } from '../../../ui/index.ts'
import { LineList, type LineSearch } from '../../log/index.ts'
import { LineRow } from './line-row.tsx'
import type { Line, Lines } from './lines.ts'
import { ScrollBar } from './scroll-bar.tsx'
import styles from './trace-viewer.module.css'
import type { LineViewport } from './use-line-viewport.ts'
import { viewerMessages } from './viewer-messages.ts'
import { rowHeight, scrollPosition, stepLines } from './viewport.ts'

/** Lines on paper: about a hundred pages. */
const maxPrinted = 5_000

interface LinePaneProps {
  readonly lines: Lines
  readonly viewport: LineViewport
  readonly search: LineSearch | undefined
  /** Position of the selected line. */
  readonly selected: number | undefined
  readonly onSelect: (position: number) => void
  readonly onOpen: (position: number) => void
  readonly onMatch: (direction: 'forward' | 'backward') => void
  /** The loaded lines, for paper. */
  readonly toPrint: () => readonly string[]
  /** Shown while there are no lines. */
  readonly emptyState: ReactNode
}

/** Lines of fixed height with a custom scroll bar. Keys move by lines, the wheel by pixels. */
export function LinePane(props: LinePaneProps) {
  const { lines, viewport, search, selected, onSelect, onOpen, onMatch, toPrint, emptyState } = props
  const texts = useMessages(viewerMessages)
  const id = useId()
  const { visible, height, pane } = viewport
  const { above, visibleShare } = scrollPosition(lines, visible)
  const idOf = ({ position }: Line) => `${id}-${position}`
  const chosen = visible.lines.find(({ position }) => position === selected)

  const select = (steps: number) => {
    const from = chosen ?? visible.lines[0]
    if (!from) return
    // The first arrow key only selects the starting line.
    const { line } = chosen || Math.abs(steps) > 1 ? stepLines(lines, from, steps) : { line: from }
    viewport.stopFollowing()
    viewport.reveal(line.position)
    onSelect(line.position)
  }
  const page = Math.max(1, Math.floor(height / rowHeight) - 1)
  const keyActions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => select(1),
    ArrowUp: () => select(-1),
    PageDown: () => select(page),
    PageUp: () => select(-page),
    Home: () => viewport.toTop(0),
    End: viewport.toEnd,
    Enter: () => chosen && onOpen(chosen.position),
    n: () => onMatch('forward'),
    N: () => onMatch('backward'),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = keyActions[event.key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }
  const isEmpty = visible.lines.length === 0
  const isPrinting = usePrinting()
  return (
    <>
      {isPrinting && <pre className={styles.printed}>{toPrint().slice(0, maxPrinted).join('\n')}</pre>}
      <LineList onJumpToEnd={visible.isAtEnd ? undefined : viewport.toEnd}>
        <section
          ref={pane}
          id={id}
          className={styles.pane}
          aria-label={texts.log}
          aria-busy={visible.isWaiting}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
          tabIndex={0}
          {...(!isEmpty && { role: 'listbox', 'aria-activedescendant': chosen && idOf(chosen) })}
          onKeyDown={onKeyDown}
        >
          {isEmpty
            ? visible.isWaiting
              ? null
              : emptyState
            : visible.lines.map((line, index) => (
                <LineRow
                  key={line.position}
                  id={idOf(line)}
                  position={line.position}
                  text={line.text}
                  top={index * rowHeight - visible.above}
                  search={search}
                  isSelected={line.position === selected}
                  onOpen={onOpen}
                />
              ))}
        </section>
        {visible.isWaiting && <span className={styles.reading}>{texts.reading}</span>}
        {!isEmpty && (
          <ScrollBar
            label={texts.scrollBar}
            controls={id}
            above={above}
            visibleShare={visibleShare}
            onMove={(to) => {
              if (to >= 1 - visibleShare - 1e-9) viewport.toEnd()
              else viewport.toTop(lines.positionAt(to))
            }}
            onPage={(direction) => viewport.moveBy(direction * page * rowHeight)}
          />
        )}
      </LineList>
    </>
  )
}
