import {
  type MigrationItem,
  type MigrationReason,
  type MigrationState,
  migrationKinds,
  migrationStates,
} from '@mqdeck/contract'
import { type ReactNode, useMemo } from 'react'
import { z } from 'zod'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { type Column, DataTable, EmptyState, Group, Mono, Select, StatusDot, useSearchState } from '../../ui/index.ts'
import { messages } from './messages.ts'

interface ItemsTableProps {
  readonly label: string
  readonly items: readonly MigrationItem[]
  readonly actions?: ReactNode
}

const search = z.object({
  kind: z.enum(migrationKinds).optional().catch(undefined),
  state: z.enum(migrationStates).optional().catch(undefined),
})

const tones: Readonly<Record<MigrationState, 'accent' | 'amber' | 'red' | 'grey'>> = {
  create: 'accent',
  change: 'amber',
  differs: 'amber',
  equal: 'grey',
  impossible: 'amber',
  created: 'accent',
  changed: 'accent',
  failed: 'red',
  blocked: 'red',
  cancelled: 'grey',
}

/** All items in the order of the migration, grouped by kind. */
export function ItemsTable({ label, items, actions }: ItemsTableProps) {
  const texts = useMessages(messages)
  const [chosen, setSearch] = useSearchState(search)
  // A filter of the plan may match nothing in the result.
  const kind = items.some((item) => item.kind === chosen.kind) ? chosen.kind : undefined
  const state = items.some((item) => item.state === chosen.state) ? chosen.state : undefined
  const notesOf = useNotes()
  const columns = useMemo(
    (): readonly Column<MigrationItem>[] => [
      { id: 'kind', header: texts.kind, width: 200, cell: (item) => texts.kinds[item.kind] },
      { id: 'name', header: texts.name, width: 266, cell: ({ name }) => <Mono>{name}</Mono> },
      {
        id: 'state',
        header: texts.state,
        width: 130,
        cell: (item) => <StatusDot tone={tones[item.state]}>{texts.states[item.state]}</StatusDot>,
      },
      {
        id: 'notes',
        header: texts.notes,
        width: 390,
        cell: (item) => {
          const notes = notesOf(item)
          return <span title={notes}>{notes}</span>
        },
      },
    ],
    [texts, notesOf],
  )
  const rows = items.filter(
    (item) => (kind === undefined || item.kind === kind) && (state === undefined || item.state === state),
  )
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      summary={
        <Group gap={2} wrap>
          <CountedSelect
            label={texts.kind}
            all={texts.allKinds}
            texts={texts.kinds}
            width={260}
            value={kind}
            values={items.map((item) => item.kind)}
            onChange={(next) => setSearch({ kind: next }, replacing)}
          />
          <CountedSelect
            label={texts.state}
            all={texts.allStates}
            texts={texts.states}
            width={200}
            value={state}
            values={items.map((item) => item.state)}
            onChange={(next) => setSearch({ state: next }, replacing)}
          />
        </Group>
      }
      actions={actions}
      empty={
        items.length === 0 ? (
          <EmptyState title={texts.nothing} hint={texts.nothingHint} />
        ) : (
          <EmptyState title={texts.noMatch} hint={texts.noMatchHint} />
        )
      }
    />
  )
}

const replacing = { replace: true, keepScroll: true } as const

interface CountedSelectProps<Value extends string> {
  readonly label: string
  /** Label of the option for all values. */
  readonly all: string
  readonly texts: Readonly<Record<Value, string>>
  readonly width: number
  readonly value: Value | undefined
  /** The value of each item. The options have the same order. */
  readonly values: readonly Value[]
  readonly onChange: (value: Value | undefined) => void
}

/** Selects one of the existing values. Each option shows its number of items. */
function CountedSelect<Value extends string>({
  label,
  all,
  texts,
  width,
  value,
  values,
  onChange,
}: CountedSelectProps<Value>) {
  const { counted } = useMessages(messages)
  const format = useFormat()
  const options = [...new Set(values)].map((option) => ({
    value: option,
    label: counted(texts[option], format.number(values.filter((other) => other === option).length)),
  }))
  return (
    <Select<Value | 'all'>
      aria-label={label}
      width={width}
      value={value ?? 'all'}
      onChange={(next) => onChange(next === 'all' ? undefined : next)}
      options={[{ value: 'all', label: counted(all, format.number(values.length)) }, ...options]}
    />
  )
}

/** Reasons that need no further detail. */
const selfExplaining: ReadonlySet<MigrationReason> = new Set([
  'secret_not_carried',
  'password_not_carried',
  'hash_not_carried',
  'delayed_not_carried',
  'in_memory_only',
  'own_to_machine',
])

/** The notes on an item: counts, reason, and differences. */
function useNotes(): (item: MigrationItem) => string {
  const texts = useMessages(messages)
  const format = useFormat()
  return useMemo(() => {
    const countsText = ({ counts, state }: MigrationItem) => {
      if (!counts) return []
      const total = format.number(counts.total)
      const isPending = state !== 'created' && state !== 'changed'
      return [
        isPending && counts.missing > 0 ? texts.missing(format.number(counts.missing), total) : texts.inTotal(total),
        counts.differs > 0 && texts.different(format.number(counts.differs)),
        counts.failed > 0 && texts.failures(format.number(counts.failed)),
      ]
    }
    return (item) => {
      const { state, reason, detail, differences } = item
      const paths = differences.join(', ')
      const isDifferent = state === 'differs' || state === 'change'
      const parts: readonly (string | false | null)[] = [
        ...countsText(item),
        reason && texts.reasons[reason],
        reason && selfExplaining.has(reason) ? false : detail,
        paths !== '' && (isDifferent ? texts.differs(paths) : texts.sets(paths)),
      ]
      return parts.filter((part) => typeof part === 'string' && part !== '').join(' · ')
    }
  }, [texts, format])
}
