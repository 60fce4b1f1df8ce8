// biome-ignore-all lint/a11y/useSemanticElements: virtual rows cannot be a native table
import { IconAntennaBars5, IconChevronRight, IconPinned, IconUserCheck } from '@tabler/icons-react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { join } from '../../ui/index.ts'
import { messages } from './messages.ts'
import styles from './topic-explorer.module.css'
import type { TreeRow } from './tree-rows.ts'

/** In px. */
export const rowHeight = 30

export const rowId = (node: number) => `topic-${node}`

interface TopicRowProps {
  readonly row: TreeRow
  readonly index: number
  readonly isSelected: boolean
  readonly onSelect: () => void
  readonly onToggle: () => void
}

/** A level of the tree with its counts. */
export function TopicRow({ row, index, isSelected, onSelect, onToggle }: TopicRowProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const style = { transform: `translateY(${index * rowHeight}px)` }
  const indent = { paddingLeft: 4 + Math.min(row.depth - 1, maxIndent) * 16 }
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
          {texts.moreLevels(format.number(row.more))}
        </div>
      </div>
    )
  const name = row.name === '' ? texts.emptyLevel : row.name
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    <div
      id={rowId(row.node)}
      role="row"
      aria-rowindex={index + 2}
      aria-level={row.depth}
      aria-expanded={row.hasChildren ? row.isExpanded : undefined}
      aria-selected={isSelected}
      tabIndex={-1}
      className={join(styles.row, isSelected && styles.selected)}
      style={style}
      onClick={onSelect}
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
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the tree handles the keys */}
        <span
          className={join(
            styles.name,
            row.hasChildren && styles.opens,
            !row.isTopic && styles.branch,
            row.name === '' && styles.unnamed,
          )}
          // A first click on an expanded level only selects it.
          onClick={row.hasChildren && (isSelected || !row.isExpanded) ? onToggle : undefined}
        >
          {name}
        </span>
        {row.isSubscribed && (
          <IconUserCheck size={14} role="img" aria-label={texts.hasSubscriptions} className={styles.mark} />
        )}
        {row.isRetained && <IconPinned size={14} role="img" aria-label={texts.hasRetained} className={styles.mark} />}
        {row.rate >= 0.05 && <IconAntennaBars5 size={14} aria-hidden className={styles.active} />}
      </div>
      <NumberCell>{row.topics > 1 || !row.isTopic ? format.number(row.topics) : ''}</NumberCell>
      <NumberCell>{row.messages > 0 ? format.number(row.messages) : ''}</NumberCell>
      <NumberCell>{row.rate >= 0.05 ? format.rate(row.rate) : ''}</NumberCell>
      <NumberCell>{row.retained > 0 ? format.number(row.retained) : ''}</NumberCell>
    </div>
  )
}

/** Deeper levels are not indented further, to leave room for names. */
const maxIndent = 14

function NumberCell({ children }: { readonly children: string }) {
  return (
    <div role="gridcell" tabIndex={-1} className={styles.number}>
      {children}
    </div>
  )
}
