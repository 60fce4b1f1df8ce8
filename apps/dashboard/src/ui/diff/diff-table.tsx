import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { type DiffLine, type DiffRow, diffRows, foldRows, inlineRows } from '../../lib/text/diff-rows.ts'
import { join } from '../layout/layout.tsx'
import { SegmentedControl } from '../navigation/choice.tsx'
import { VisuallyHidden } from '../text/text.tsx'
import { useMedia } from '../theme/use-media.ts'
import { diffMessages } from './diff-messages.ts'
import styles from './diff-table.module.css'
import type { DiffViewProps } from './diff-view.tsx'

type Layout = 'split' | 'inline'

export function DiffTable({ before, after, beforeTitle, afterTitle, context = 3 }: DiffViewProps) {
  const texts = useMessages(diffMessages)
  const [chosen, setChosen] = useState<Layout>('split')
  const isWide = useMedia('(width >= 860px)')
  const layout = isWide ? chosen : 'inline'
  const rows = useMemo(() => diffRows(before, after), [before, after])
  const stretches = useMemo(() => foldRows(rows, context), [rows, context])
  const [opened, setOpened] = useState<ReadonlySet<DiffRow>>(new Set())
  const changed = rows.filter((row) => row.isChanged)
  if (changed.length === 0) return <p className={styles.same}>{texts.same}</p>

  const added = changed.filter((row) => row.after).length
  const removed = changed.filter((row) => row.before).length
  return (
    <div>
      <div className={styles.head}>
        <span className={styles.counts}>{texts.counts(added, removed)}</span>
        {isWide && (
          <SegmentedControl
            label={texts.layout}
            value={chosen}
            onChange={setChosen}
            options={[
              { value: 'split', label: texts.split },
              { value: 'inline', label: texts.inline },
            ]}
          />
        )}
      </div>
      <table className={join(styles.table, layout === 'inline' && styles.inline)}>
        <caption>
          <VisuallyHidden>{texts.caption(beforeTitle, afterTitle)}</VisuallyHidden>
        </caption>
        <colgroup>
          <col className={styles.numbers} />
          {layout === 'split' ? <col /> : <col className={styles.numbers} />}
          {layout === 'split' && <col className={styles.numbers} />}
          <col />
        </colgroup>
        <thead>
          {layout === 'split' ? (
            <tr>
              <th colSpan={2}>{beforeTitle}</th>
              <th colSpan={2}>{afterTitle}</th>
            </tr>
          ) : (
            <tr>
              <th colSpan={3}>
                <span className={styles.titleRemoved}>− {beforeTitle}</span>
                <span className={styles.titleAdded}>+ {afterTitle}</span>
              </th>
            </tr>
          )}
        </thead>
        {stretches.map((stretch, index) => {
          const first = stretch.rows[0]
          if (!first) return null
          const isFolded = stretch.isFolded && !opened.has(first)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of two texts keep their order
            <tbody key={index}>
              {isFolded ? (
                <tr>
                  <td colSpan={layout === 'split' ? 4 : 3} className={styles.fold}>
                    <button
                      type="button"
                      className={styles.unfold}
                      onClick={() => setOpened(new Set([...opened, first]))}
                    >
                      {texts.showUnchanged(stretch.rows.length)}
                    </button>
                  </td>
                </tr>
              ) : layout === 'split' ? (
                stretch.rows.map((row) => <SplitRow key={keyOf(row)} row={row} />)
              ) : (
                inlineRows(stretch.rows).map((row) => <InlineRow key={keyOf(row)} row={row} />)
              )}
            </tbody>
          )
        })}
      </table>
    </div>
  )
}

function SplitRow({ row }: { readonly row: DiffRow }) {
  return (
    <tr>
      <Side line={row.before} side={row.isChanged ? 'removed' : undefined} />
      <Side line={row.after} side={row.isChanged ? 'added' : undefined} />
    </tr>
  )
}

function Side({ line, side }: { readonly line: DiffLine | undefined; readonly side: Change }) {
  if (!line) return <td colSpan={2} className={styles.nothing} />
  return (
    <>
      <td className={join(styles.number, side && styles[side])}>{line.number}</td>
      <Text line={line} side={side} />
    </>
  )
}

function InlineRow({ row }: { readonly row: DiffRow }) {
  const side = !row.isChanged ? undefined : row.before ? 'removed' : 'added'
  const line = row.after ?? row.before
  if (!line) return null
  return (
    <tr>
      <td className={join(styles.number, side && styles[side])}>{row.before?.number}</td>
      <td className={join(styles.number, side && styles[side])}>{row.after?.number}</td>
      <Text line={line} side={side} />
    </tr>
  )
}

type Change = 'added' | 'removed' | undefined

function Text({ line, side }: { readonly line: DiffLine; readonly side: Change }) {
  const texts = useMessages(diffMessages)
  const Word = side === 'removed' ? 'del' : 'ins'
  const content: ReactNode = line.segments.map((segment, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line, which never changes
    <Fragment key={index}>{segment.isChanged ? <Word>{segment.text}</Word> : segment.text}</Fragment>
  ))
  return (
    <td className={join(styles.text, side && styles[side])}>
      {side && <VisuallyHidden>{texts[side]}: </VisuallyHidden>}
      {content}
    </td>
  )
}

function keyOf({ before, after }: DiffRow): string {
  return `${before?.number ?? ''}-${after?.number ?? ''}`
}
