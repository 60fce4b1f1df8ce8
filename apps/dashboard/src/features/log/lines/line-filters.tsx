import { IconSearch } from '@tabler/icons-react'
import { useMessages } from '../../../i18n/index.ts'
import { Select, TextField } from '../../../ui/index.ts'
import { type Level, levels } from './levels.ts'
import type { SearchFault } from './line-search.ts'
import { lineMessages } from './messages.ts'

interface LevelSelectProps {
  /** Undefined for all levels. */
  readonly value: Level | undefined
  readonly onChange: (level: Level | undefined) => void
}

/** Selects the minimum level of shown lines. */
export function LevelSelect({ value, onChange }: LevelSelectProps) {
  const texts = useMessages(lineMessages)
  return (
    <Select
      aria-label={texts.level}
      width={172}
      value={value ?? 'all'}
      onChange={(level) => onChange(level === 'all' ? undefined : level)}
      options={[
        { value: 'all', label: texts.allLevels },
        ...levels.map((level) => ({ value: level, label: texts.andAbove(texts.levels[level]) })),
      ]}
    />
  )
}

interface LineSearchFieldProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly fault: SearchFault | undefined
}

/** Search field for `toLineSearch`. */
export function LineSearchField({ text, onText, fault }: LineSearchFieldProps) {
  const texts = useMessages(lineMessages)
  return (
    <TextField
      aria-label={texts.search}
      placeholder={texts.searchHint}
      inputMode="search"
      leftIcon={<IconSearch size={16} aria-hidden />}
      value={text}
      error={fault && texts[fault]}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  )
}
