import type { Alarm } from '@mqdeck/contract'
import { type ReactNode, useMemo } from 'react'
import { z } from 'zod'
import { type Loaded, QueryTable, RefreshControl, StaleNotice, useData, useRowActions } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  type DataTableProps,
  EmptyState,
  PageHeader,
  SearchField,
  Section,
  useSearchState,
} from '../../ui/index.ts'
import { useAlarmColumns } from './alarm-columns.tsx'
import { AlarmDrawer } from './alarm-drawer.tsx'
import { type AlarmColumn, alarmColumns, alarmIdOf, filterAndSortAlarms } from './alarm-list.ts'
import styles from './alarms.module.css'
import { alarmMessages } from './messages.ts'
import { alarmsQuery, useSyncAlarmCount } from './queries.ts'
import { useAlarmTexts } from './use-alarm-texts.ts'
import { useMutedAlarms } from './use-muted-alarms.ts'

const common = {
  text: z.string().catch(''),
  order: z.enum(['asc', 'desc']).catch('desc'),
  /** ID of the open alarm. */
  alarm: z.string().optional().catch(undefined),
}
const activeSearch = z.object({ ...common, sort: z.enum(alarmColumns).catch('severity') })
const pastSearch = z.object({ ...common, sort: z.enum(alarmColumns).catch('deactivate_at') })

interface AlarmsPageProps extends Pick<DataTableProps<Alarm>, 'bulkActions' | 'rowActions' | 'actions'> {
  readonly isPast: boolean
  /** Shown if there are no alarms at all. */
  readonly empty: ReactNode
  /** Actions above the table, once the list is loaded. */
  readonly listActions?: (alarms: readonly Alarm[]) => ReactNode
}

/** A list of active or of past alarms. */
export function AlarmsPage({ isPast, empty, listActions, rowActions, ...table }: AlarmsPageProps) {
  const texts = useMessages(alarmMessages)
  const [search, setSearch] = useSearchState(isPast ? pastSearch : activeSearch)
  const loaded = useData(alarmsQuery, { activated: !isPast })
  const columns = useAlarmColumns(isPast)
  const rowAction = useRowActions()
  const { titleOf } = useAlarmTexts()
  const alarms = loaded.data?.alarms
  const muted = useMutedAlarms()
  const mutedCount = (!isPast && alarms?.filter((alarm) => muted.mutedUntil(alarm) !== undefined).length) || 0
  useSyncAlarmCount(isPast || !alarms ? undefined : alarms.length - mutedCount)
  const { text, sort, order } = search
  const rows = useMemo(
    () => alarms && filterAndSortAlarms(alarms, { text, sort: { column: sort, order }, titleOf }),
    [alarms, text, sort, order, titleOf],
  )
  return (
    <>
      <PageHeader actions={<RefreshControl queries={[loaded]} />} />
      {loaded.data && !alarms ? (
        <Section>
          <EmptyState title={texts.unavailable} hint={texts.unavailableHint} />
        </Section>
      ) : alarms?.length === 0 && text === '' ? (
        <>
          <StaleNotice query={loaded} />
          <Section>{empty}</Section>
        </>
      ) : (
        <>
          <div className={styles.find}>
            <SearchField
              label={texts.find}
              placeholder={texts.findHint}
              value={text}
              onChange={(text) => setSearch({ text }, { replace: true })}
            />
          </div>
          <QueryTable
            {...table}
            query={loaded}
            label={isPast ? texts.history : texts.active}
            columns={columns}
            rows={rows}
            rowId={alarmIdOf}
            rowName={titleOf}
            sort={{
              column: sort,
              order,
              onChange: (column, next) => setSearch({ sort: toColumn(column, sort), order: next }),
            }}
            summary={<Summary query={loaded} shown={rows?.length} isPast={isPast} muted={mutedCount} />}
            actions={alarms && listActions?.(alarms)}
            rowActions={(alarm) => [
              rowAction.show(texts.open, () => setSearch({ alarm: alarmIdOf(alarm) })),
              ...(rowActions?.(alarm) ?? []),
            ]}
            empty={
              alarms?.length === 0 ? (
                empty
              ) : (
                <EmptyState
                  title={texts.noMatch}
                  hint={texts.noMatchHint}
                  action={<Button onClick={() => setSearch({ text: '' })}>{texts.showAll}</Button>}
                />
              )
            }
            skeletonRows={5}
          />
          <AlarmDrawer
            alarm={alarms?.find((alarm) => alarmIdOf(alarm) === search.alarm)}
            onClose={() => setSearch({ alarm: undefined })}
          />
        </>
      )}
    </>
  )
}

const toColumn = (id: string, present: AlarmColumn) => alarmColumns.find((column) => column === id) ?? present

function Summary({
  query,
  shown,
  isPast,
  muted,
}: {
  readonly query: Loaded<{ readonly alarms: readonly Alarm[] | undefined }>
  readonly shown: number | undefined
  readonly isPast: boolean
  readonly muted: number
}) {
  const texts = useMessages(alarmMessages)
  const format = useFormat()
  const all = query.data?.alarms?.length
  if (all === undefined || shown === undefined) return ' '
  if (shown < all) return texts.filtered(format.number(shown), format.number(all))
  const count = (isPast ? texts.pastCount : texts.activeCount)(format.number(all))
  return muted > 0 ? `${count} · ${texts.mutedCount(muted)}` : count
}
