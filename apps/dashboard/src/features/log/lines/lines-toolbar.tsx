import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { downloadText } from '../../../lib/browser/download.ts'
import { ListTools, SearchField, Select, ToolGroup } from '../../../ui/index.ts'
import { type Level, levels } from './levels.ts'
import { type LineSearch, type SearchFault, toLineSearch } from './line-search.ts'
import { lineMessages } from './messages.ts'

interface LinesToolbarProps extends LevelSelectProps {
  readonly search: LineSearchInput
  /** Before and after the level. */
  readonly first?: ReactNode
  readonly filters?: ReactNode
  /** After the search field. */
  readonly children: ReactNode
}

/** Level and search of the lines, with the tools of one page. */
export function LinesToolbar({ level, onLevel, search, first, filters, children }: LinesToolbarProps) {
  return (
    <ListTools>
      {first}
      <LevelSelect level={level} onLevel={onLevel} />
      {filters && <ToolGroup>{filters}</ToolGroup>}
      <ToolGroup grows>
        <LineSearchField {...search} />
      </ToolGroup>
      <ToolGroup>{children}</ToolGroup>
    </ListTools>
  )
}

export interface LineSearchInput {
  /** As typed. */
  readonly text: string
  readonly onText: (text: string) => void
  /** The text that is searched for; behind `text` while the lines are rendered. */
  readonly query: string
  /** Undefined for an empty or invalid query. */
  readonly search: LineSearch | undefined
  readonly fault: SearchFault | undefined
}

/** State of the search field. `store` keeps the text in the URL; undefined for an empty one. */
export function useLineSearch(initial: string | undefined, store: (text: string | undefined) => void): LineSearchInput {
  const [text, setText] = useState(initial ?? '')
  const query = useDeferredValue(text)
  const parsed = useMemo(() => toLineSearch(query), [query])
  return {
    text,
    onText: (next) => {
      setText(next)
      store(next === '' ? undefined : next)
    },
    query,
    search: typeof parsed === 'object' ? parsed : undefined,
    fault: typeof parsed === 'string' ? parsed : undefined,
  }
}

/** Saves the lines as a file with the name and the current time. */
export function downloadLines(name: string, lines: readonly string[]): void {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  downloadText(`${name}-${stamp}.log`, 'text/plain', `${lines.join('\n')}\n`)
}

interface LevelSelectProps {
  /** Undefined for all levels. */
  readonly level: Level | undefined
  readonly onLevel: (level: Level | undefined) => void
}

/** Selects the minimum level of shown lines. */
function LevelSelect({ level, onLevel }: LevelSelectProps) {
  const texts = useMessages(lineMessages)
  return (
    <Select
      aria-label={texts.level}
      width={172}
      value={level ?? 'all'}
      onChange={(next) => onLevel(next === 'all' ? undefined : next)}
      options={[
        { value: 'all', label: texts.allLevels },
        ...levels.map((one) => ({ value: one, label: texts.andAbove(texts.levels[one]) })),
      ]}
    />
  )
}

/** Search field for `toLineSearch`. */
function LineSearchField({ text, onText, fault }: LineSearchInput) {
  const texts = useMessages(lineMessages)
  return (
    <SearchField
      label={texts.search}
      placeholder={texts.searchHint}
      value={text}
      error={fault && texts[fault]}
      onChange={onText}
    />
  )
}
