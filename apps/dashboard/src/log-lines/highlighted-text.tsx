import { Fragment } from 'react'
import type { LineSearch } from './line-search.ts'
import styles from './marked.module.css'

/** A text in which what was looked for stands out. */
export function Marked({ text, search }: { readonly text: string; readonly search: LineSearch | undefined }) {
  if (!search) return text
  return search.split(text).map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that never changes
      <mark key={index} className={styles.mark}>
        {piece}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that never changes
      <Fragment key={index}>{piece}</Fragment>
    ),
  )
}
