import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { Button } from '../buttons/button.tsx'
import { TextField } from '../fields/text-fields.tsx'
import { join } from '../layout/layout.tsx'
import { kitMessages } from '../messages.ts'
import styles from './filters.module.css'

export interface SearchBarProps {
  /** The most frequent filters, side by side. */
  readonly children: ReactNode
  /** Further filters, shown on demand. */
  readonly more?: ReactNode
  readonly onSearch: () => void
  readonly onReset: () => void
  /** Number of active filters. */
  readonly active: number
  /** Opens `more`, because a filter in it has an error. */
  readonly moreIsWrong?: boolean
}

/** The filters above a table. Enter searches. Keep the state in the URL. */
export function SearchBar({ children, more, onSearch, onReset, active, moreIsWrong = false }: SearchBarProps) {
  const texts = useMessages(kitMessages)
  const [isWanted, setWanted] = useState(false)
  const open = isWanted || moreIsWrong
  // Active filters must not be hidden.
  const isFolded = !open && active === 0
  // Stays open after the error was fixed.
  useEffect(() => {
    if (moreIsWrong) setWanted(true)
  }, [moreIsWrong])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: jsdom and browsers of 2022 do not know <search>
    <form role="search" onSubmit={submit} className={styles.bar}>
      <div className={styles.first}>
        <div className={join(styles.fields, isFolded && styles.folded)}>{children}</div>
        <div className={styles.buttons}>
          <span className={more ? undefined : styles.onlyNarrow}>
            <Button
              variant="subtle"
              aria-expanded={open}
              icon={<IconAdjustmentsHorizontal size={16} aria-hidden />}
              onClick={() => setWanted(!open)}
            >
              {open ? texts.lessFilters : texts.moreFilters}
            </Button>
          </span>
          {active > 0 && <Button onClick={onReset}>{texts.reset}</Button>}
          <Button type="submit" variant="primary" icon={<IconSearch size={16} aria-hidden />}>
            {texts.search}
          </Button>
        </div>
      </div>
      {more && open && <div className={styles.more}>{more}</div>}
    </form>
  )
}

export type Matching = 'exact' | 'fuzzy'

export interface TextFilterProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** With both, the field offers a switch between exact and partial matching. */
  readonly matching?: Matching
  readonly onMatchingChange?: (matching: Matching) => void
  /** Name of the partial matching; "Contains" unless given. */
  readonly fuzzyName?: string
  readonly placeholder?: string
}

/** A text filter with a switch between exact and partial matching. */
export function TextFilter({
  label,
  value,
  onChange,
  matching,
  onMatchingChange,
  fuzzyName,
  placeholder,
}: TextFilterProps) {
  const texts = useMessages(kitMessages)
  const names = { exact: texts.exact, fuzzy: fuzzyName ?? texts.fuzzy }
  const other = matching === 'exact' ? 'fuzzy' : 'exact'
  const toggle = matching && onMatchingChange && (
    <button
      type="button"
      className={styles.matching}
      aria-label={`${texts.matching(label)} ${names[matching]}`}
      onClick={() => onMatchingChange(other)}
    >
      {names[matching]}
    </button>
  )
  return (
    <TextField
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(toggle ? { rightPart: toggle, rightWidth: 78 } : {})}
    />
  )
}

/**
 * The filters as typed, before the search: a copy of the active filters that is reset when those change (back,
 * forward, reset).
 */
export function useDraft<State extends object>(inForce: State): readonly [State, (change: Partial<State>) => void] {
  const [draft, setDraft] = useState(inForce)
  useEffect(() => setDraft(inForce), [inForce])
  return [draft, (change) => setDraft((previous) => ({ ...previous, ...change }))]
}
