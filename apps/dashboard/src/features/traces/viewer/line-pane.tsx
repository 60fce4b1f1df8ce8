import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { JumpToEnd, type LineSearch } from '../../../log-lines/index.ts'
import { LineRow } from './line-row.tsx'
import type { Line, Lines } from './lines.ts'
import { ScrollBar } from './scroll-bar.tsx'
import styles from './trace-viewer.module.css'
import type { ViewPort } from './use-view-port.ts'
import { rowHeight, share, stepped } from './view-port.ts'
import { viewerMessages } from './viewer-messages.ts'

interface LinePaneProps {
  readonly lines: Lines
  readonly port: ViewPort
  readonly search: LineSearch | undefined
  /** Its position. */
  readonly selected: number | undefined
  readonly onSelect: (position: number) => void
  readonly onOpen: (position: number) => void
  readonly onMatch: (direction: 'forward' | 'backward') => void
  /** Stands in place of the lines while there are none. */
  readonly nothing: ReactNode
}

/** Lines of one height with a bar of their own, moved line by line by the keys and px by px by the wheel. */
export function LinePane({ lines, port, search, selected, onSelect, onOpen, onMatch, nothing }: LinePaneProps) {
  const texts = useMessages(viewerMessages)
  const id = useId()
  const { sight, height, pane } = port
  const { above, inSight } = share(lines, sight)
  const idOf = ({ position }: Line) => `${id}-${position}`
  const chosen = sight.lines.find(({ position }) => position === selected)

  const select = (steps: number) => {
    const from = chosen ?? sight.lines[0]
    if (!from) return
    // The first key only chooses what the others start from.
    const { line } = chosen || Math.abs(steps) > 1 ? stepped(lines, from, steps) : { line: from }
    port.hold()
    port.reveal(line.position)
    onSelect(line.position)
  }
  const page = Math.max(1, Math.floor(height / rowHeight) - 1)
  const acts: Readonly<Record<string, () => void>> = {
    ArrowDown: () => select(1),
    ArrowUp: () => select(-1),
    PageDown: () => select(page),
    PageUp: () => select(-page),
    Home: () => port.toTop(0),
    End: port.toEnd,
    Enter: () => chosen && onOpen(chosen.position),
    n: () => onMatch('forward'),
    N: () => onMatch('backward'),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = acts[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }
  const isEmpty = sight.lines.length === 0
  return (
    <div className={styles.frame}>
      <section
        ref={pane}
        id={id}
        className={styles.pane}
        aria-label={texts.log}
        aria-busy={sight.isWaiting}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        {...(!isEmpty && { role: 'listbox', 'aria-activedescendant': chosen && idOf(chosen) })}
        onKeyDown={onKeyDown}
      >
        {isEmpty
          ? sight.isWaiting
            ? null
            : nothing
          : sight.lines.map((line, index) => (
              <LineRow
                key={line.position}
                id={idOf(line)}
                position={line.position}
                text={line.text}
                top={index * rowHeight - sight.above}
                search={search}
                isSelected={line.position === selected}
                onOpen={onOpen}
              />
            ))}
      </section>
      {sight.isWaiting && <span className={styles.reading}>{texts.reading}</span>}
      {!isEmpty && (
        <ScrollBar
          label={texts.scrollBar}
          controls={id}
          above={above}
          inSight={inSight}
          onMove={(to) => {
            if (to >= 1 - inSight - 1e-9) port.toEnd()
            else port.toTop(lines.positionAt(to))
          }}
          onPage={(direction) => port.moveBy(direction * page * rowHeight)}
        />
      )}
      {!sight.isAtEnd && <JumpToEnd onClick={port.toEnd} />}
    </div>
  )
}
