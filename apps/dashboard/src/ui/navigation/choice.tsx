import { type KeyboardEvent, type ReactNode, useId } from 'react'
import type { Option } from '../fields/select.tsx'
import { join } from '../layout/layout.tsx'
import styles from './choice.module.css'
import tabStyles from './tabs.module.css'

export interface SegmentedControlProps<Value extends string> {
  /** Accessible name of the group. */
  readonly label: string
  /** Undefined: no option is selected. */
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
  readonly options: readonly Option<Value>[]
  readonly fullWidth?: boolean
  readonly disabled?: boolean
}

/** Choice of one of a few options: a time range, a payload format. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onChange,
  options,
  fullWidth = false,
  disabled = false,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={join(styles.segments, fullWidth && styles.fullWidth)}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            className={styles.segmentInput}
            disabled={disabled}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}

interface Tab<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
}

export interface TabsProps<Value extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Value>[]
  /** The selected tab; keep it in the URL with useSearchState. */
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** Content of the selected tab. */
  readonly children: ReactNode
}

/** Arrow keys move between tabs, as in the tabs pattern of WAI-ARIA. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const id = useId()
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const index = tabs.findIndex((tab) => tab.value === value)
    const next = tabs.at((index + step) % tabs.length)
    if (!next) return
    onChange(next.value)
    document.getElementById(`${id}-${next.value}`)?.focus()
  }
  return (
    <div>
      <div role="tablist" aria-label={label} className={join(tabStyles.tabs, styles.row)} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            className={join(tabStyles.tab, tab.value === value && tabStyles.open)}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  )
}
