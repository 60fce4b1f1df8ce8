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

/** Every item in the order in which it is made: of one kind after the other. */
export function ItemsTable({ label, items, actions }: ItemsTableProps) {
  const texts = useMessages(messages)
  const [chosen, setSearch] = useSearchState(search)
  // What a plan is filtered by, its result may have nothing of.
  const kind = items.some((item) => item.kind === chosen.kind) ? chosen.kind : undefined
  const state = items.some((item) => item.state === chosen.state) ? chosen.state : undefined
  const aboutOf = useAbout()
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
        id: 'about',
        header: texts.about,
        width: 390,
        cell: (item) => {
          const about = aboutOf(item)
          return <span title={about}>{about}</span>
        },
      },
    ],
    [texts, aboutOf],
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
            all={texts.everyKind}
            texts={texts.kinds}
            width={260}
            value={kind}
            values={items.map((item) => item.kind)}
            onChange={(next) => setSearch({ kind: next }, replacing)}
          />
          <CountedSelect
            label={texts.state}
            all={texts.everyState}
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
          <EmptyState title={texts.empty} hint={texts.emptyHint} />
        )
      }
    />
  )
}

const replacing = { replace: true, keepScroll: true } as const

interface CountedSelectProps<Value extends string> {
  readonly label: string
  /** What the choice of all is called. */
  readonly all: string
  readonly texts: Readonly<Record<Value, string>>
  readonly width: number
  readonly value: Value | undefined
  /** Of each item, in the order in which they are offered. */
  readonly values: readonly Value[]
  readonly onChange: (value: Value | undefined) => void
}

/** One of the values that there are, each with how many have it. */
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
  const options = [...new Set(values)].map((one) => ({
    value: one,
    label: counted(texts[one], format.number(values.filter((other) => other === one).length)),
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

/** Reasons that say all that there is to say. */
const selfExplaining: ReadonlySet<MigrationReason> = new Set([
  'secret_not_carried',
  'password_not_carried',
  'hash_not_carried',
  'delayed_not_carried',
  'in_memory_only',
  'own_to_machine',
])

/** What is to say of an item: why, where it differs, how many of how many. */
function useAbout(): (item: MigrationItem) => string {
  const texts = useMessages(messages)
  const format = useFormat()
  return useMemo(() => {
    const countsText = ({ counts, state }: MigrationItem) => {
      if (!counts) return []
      const total = format.number(counts.total)
      const isLeft = state !== 'created' && state !== 'changed'
      return [
        isLeft && counts.missing > 0 ? texts.missing(format.number(counts.missing), total) : texts.things(total),
        counts.differs > 0 && texts.differing(format.number(counts.differs)),
        counts.failed > 0 && texts.failures(format.number(counts.failed)),
      ]
    }
    return (item) => {
      const { state, reason, detail, differences } = item
      const paths = differences.join(', ')
      const isTold = state === 'differs' || state === 'change'
      const parts: readonly (string | false | null)[] = [
        ...countsText(item),
        reason && texts.reasons[reason],
        reason && selfExplaining.has(reason) ? false : detail,
        paths !== '' && (isTold ? texts.differs(paths) : texts.sets(paths)),
      ]
      return parts.filter((part) => typeof part === 'string' && part !== '').join(' · ')
    }
  }, [texts, format])
}
