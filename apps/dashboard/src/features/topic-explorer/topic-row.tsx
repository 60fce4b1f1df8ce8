// biome-ignore-all lint/a11y/useSemanticElements: rows of which most are not there make no table of the browser's
import { IconAntennaBars5, IconChevronRight, IconPinned, IconUserCheck } from '@tabler/icons-react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { join } from '../../ui/index.ts'
import { messages } from './messages.ts'
import styles from './topic-explorer.module.css'
import type { TreeRow } from './tree-rows.ts'

/** Px. */
export const rowHeight = 30

export const rowId = (node: number) => `topic-${node}`

interface TopicRowProps {
  readonly row: TreeRow
  readonly index: number
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly onToggle: () => void
}

/** A level of the tree with its counts. */
export function TopicRow({ row, index, isChosen, onChoose, onToggle }: TopicRowProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const style = { transform: `translateY(${index * rowHeight}px)` }
  const indent = { paddingLeft: 4 + Math.min(row.depth - 1, deepestIndent) * 16 }
  if (row.more > 0)
    return (
      <div
        role="row"
        aria-rowindex={index + 2}
        aria-level={row.depth}
        className={styles.row}
        style={style}
        tabIndex={-1}
      >
        <div role="gridcell" tabIndex={-1} className={styles.more} style={indent}>
          {texts.more(format.number(row.more))}
        </div>
      </div>
    )
  const name = row.name === '' ? texts.emptyLevel : row.name
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the tree, which has the focus
    <div
      id={rowId(row.node)}
      role="row"
      aria-rowindex={index + 2}
      aria-level={row.depth}
      aria-expanded={row.hasChildren ? row.isExpanded : undefined}
      aria-selected={isChosen}
      tabIndex={-1}
      className={join(styles.row, isChosen && styles.chosen)}
      style={style}
      onClick={onChoose}
      onDoubleClick={row.hasChildren ? onToggle : undefined}
    >
      <div role="gridcell" tabIndex={-1} className={styles.level} style={indent} title={row.topic}>
        {row.hasChildren ? (
          <button
            type="button"
            tabIndex={-1}
            aria-label={row.isExpanded ? texts.collapse(name) : texts.expand(name)}
            className={join(styles.toggle, row.isExpanded && styles.open)}
            onClick={(event) => {
              event.stopPropagation()
              onToggle()
            }}
          >
            <IconChevronRight size={14} aria-hidden />
          </button>
        ) : (
          <span className={styles.leaf} />
        )}
        <span className={join(styles.name, !row.isTopic && styles.branch, row.name === '' && styles.unnamed)}>
          {name}
        </span>
        {row.isSubscribed && (
          <IconUserCheck size={14} role="img" aria-label={texts.isSubscribed} className={styles.mark} />
        )}
        {row.isRetained && <IconPinned size={14} role="img" aria-label={texts.isRetained} className={styles.mark} />}
        {row.rate >= 0.05 && <IconAntennaBars5 size={14} aria-hidden className={styles.lively} />}
      </div>
      <Figure>{row.topics > 1 || !row.isTopic ? format.number(row.topics) : ''}</Figure>
      <Figure>{row.messages > 0 ? format.number(row.messages) : ''}</Figure>
      <Figure>{row.rate >= 0.05 ? format.rate(row.rate) : ''}</Figure>
      <Figure>{row.retained > 0 ? format.number(row.retained) : ''}</Figure>
    </div>
  )
}

/** Levels further to the right would leave no room for names. */
const deepestIndent = 14

function Figure({ children }: { readonly children: string }) {
  return (
    <div role="gridcell" tabIndex={-1} className={styles.number}>
      {children}
    </div>
  )
}
