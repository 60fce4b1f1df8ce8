import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { join, Stack } from '../layout/layout.tsx'
import { kitMessages } from '../messages.ts'
import { Dim, IdText } from '../text/text.tsx'
import styles from './name-list.module.css'

/** More names are shown in two columns. */
const inOneColumn = 8

interface NameListProps {
  /** Unique names. */
  readonly names: readonly string[]
  /** Total number, where `names` is only a part of them. */
  readonly total?: number
  /** Maximum number of names shown; 8 unless given. */
  readonly max?: number
}

/** The first few affected items by name, and the number of the others. */
export function NameList({ names, total = names.length, max = 8 }: NameListProps) {
  const texts = useMessages(kitMessages)
  const format = useFormat()
  const shown = names.slice(0, max)
  const others = total - shown.length
  return (
    <ul className={join(styles.names, shown.length > inOneColumn && styles.columns)}>
      {shown.map((name) => (
        <li key={name}>
          <IdText>{name}</IdText>
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

/** Body of a confirmation: the affected items, then the consequence. */
export function AffectedItems({ children, ...list }: NameListProps & { readonly children: ReactNode }) {
  return (
    <Stack gap={3}>
      <NameList {...list} />
      <span>{children}</span>
    </Stack>
  )
}
