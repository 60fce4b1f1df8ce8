import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../i18n/index.ts'
import { join, Stack } from './layout.tsx'
import { kitMessages } from './messages.ts'
import styles from './name-list.module.css'
import { Dim, Mono } from './text.tsx'

/** More names stand in two columns. */
const inOneColumn = 8

interface NameListProps {
  /** Each once. */
  readonly names: readonly string[]
  /** How many there are of them, where these are only some. */
  readonly total?: number
  /** Eight unless given. */
  readonly max?: number
}

/** What a question is about: the first few by name, the others by their number. */
export function NameList({ names, total = names.length, max = 8 }: NameListProps) {
  const texts = useMessages(kitMessages)
  const format = useFormat()
  const shown = names.slice(0, max)
  const others = total - shown.length
  return (
    <ul className={join(styles.names, shown.length > inOneColumn && styles.columns)}>
      {shown.map((name) => (
        <li key={name}>
          <Mono truncate>{name}</Mono>
        </li>
      ))}
      {others > 0 && (
        <li>
          <Dim>{texts.andMore(format.number(others))}</Dim>
        </li>
      )}
    </ul>
  )
}

/** The body of a question: what it is about, then what happens to that. */
export function AffectedItems({ children, ...list }: NameListProps & { readonly children: ReactNode }) {
  return (
    <Stack gap={3}>
      <NameList {...list} />
      <span>{children}</span>
    </Stack>
  )
}
