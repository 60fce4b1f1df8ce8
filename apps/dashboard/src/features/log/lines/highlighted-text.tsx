import { Fragment } from 'react'
import styles from './highlighted-text.module.css'
import type { LineSearch } from './line-search.ts'

/** A text with highlighted search matches. */
export function HighlightedText({ text, search }: { readonly text: string; readonly search: LineSearch | undefined }) {
  if (!search) return text
  return search.split(text).map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text are never reordered
      <mark key={index} className={styles.mark}>
        {piece}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text are never reordered
      <Fragment key={index}>{piece}</Fragment>
    ),
  )
}
