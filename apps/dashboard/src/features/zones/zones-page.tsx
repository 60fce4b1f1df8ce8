import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import {
  type Loaded,
  QueryError,
  StaleNotice,
  useChange,
  useData,
  useFresh,
  useIsViewer,
  useReportedAction,
} from '../../data/index.ts'
import { listenerSettingsQuery } from '../../data/listeners.ts'
import { globalZone, type Zones, zonesQuery } from '../../data/zones.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  type Column,
  AffectedItems,
  confirm,
  DataTable,
  Dim,
  Group,
  Link,
  Mono,
  Notice,
  PageHeader,
  type RowAction,
  Stack,
  toast,
  useGo,
} from '../../ui/index.ts'
import { messages } from './messages.ts'
import { saveZones } from './queries.ts'
import { countOverrides, usersOf, zoneNames } from './zone-value.ts'

interface ZoneRow {
  readonly name: string
  readonly listeners: readonly string[]
  /** Undefined where the broker does not tell. */
  readonly overrides: number | undefined
}

export default function ZonesPage() {
  const texts = useMessages(messages)
  const format = useFormat()
  const zones = useData(zonesQuery, undefined)
  const settings = useData(listenerSettingsQuery, undefined)
  const isViewer = useIsViewer()
  const isHidden = !zones.isLoading && !zones.error && zones.data === undefined
  const rows = useMemo(
    () => (zones.isLoading || !settings.data ? undefined : toRows(zones.data, settings.data.values())),
    [zones.isLoading, zones.data, settings.data],
  )
  const rowActions = useRowActions()
  const failed: Loaded<unknown> = zones.error ? zones : settings
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={!isViewer && !isHidden && <CreateButton />}
      />
      <StaleNotice query={zones} />
      <Stack gap={4}>
        {isHidden && <Notice>{texts.hidden}</Notice>}
        <DataTable
          label={texts.title}
          columns={useZoneColumns()}
          rows={rows}
          rowId={({ name }) => name}
          error={failed.data === undefined && failed.error && <QueryError query={failed} />}
          summary={rows && texts.count(format.number(rows.length))}
          skeletonRows={2}
          {...(!isViewer && !isHidden && { rowActions })}
        />
      </Stack>
    </>
  )
}

function toRows(zones: Zones | undefined, listeners: Parameters<typeof usersOf>[0]): readonly ZoneRow[] {
  const users = usersOf(listeners)
  return zoneNames(zones, users.keys()).map((name) => ({
    name,
    listeners: users.get(name) ?? [],
    overrides: zones?.[name] && countOverrides(zones[name]),
  }))
}

function CreateButton() {
  const texts = useMessages(messages)
  const go = useGo()
  return (
    <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => go({ to: '/zones/create' })}>
      {texts.create}
    </Button>
  )
}

function useZoneColumns(): readonly Column<ZoneRow>[] {
  const texts = useMessages(messages)
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'name',
        header: texts.columns.name,
        width: 220,
        cell: ({ name, overrides }) =>
          name === globalZone ? (
            <Group gap={2}>
              <Link to="/mqtt/general">
                <Mono>{name}</Mono>
              </Link>
              <Dim>{texts.global}</Dim>
            </Group>
          ) : overrides === undefined ? (
            <Mono truncate>{name}</Mono>
          ) : (
            <Link to="/zones/detail/$name" params={{ name }}>
              <Mono truncate>{name}</Mono>
            </Link>
          ),
      },
      {
        id: 'listeners',
        header: texts.columns.listeners,
        width: 460,
        cell: ({ listeners }) => (listeners.length === 0 ? <Dim>{texts.nobody}</Dim> : <Listeners ids={listeners} />),
      },
      {
        id: 'overrides',
        header: texts.columns.overrides,
        width: 120,
        align: 'end',
        cell: ({ name, overrides }) => (name === globalZone ? <Dim>{texts.all}</Dim> : format.number(overrides)),
      },
    ],
    [texts, format],
  )
}

function Listeners({ ids }: { readonly ids: readonly string[] }) {
  return (
    <Group gap={3} wrap>
      {ids.map((id) => (
        <Link key={id} to="/listener/detail/$id" params={{ id }} quiet>
          <Mono>{id}</Mono>
        </Link>
      ))}
    </Group>
  )
}

function useRowActions(): (zone: ZoneRow) => readonly RowAction[] {
  const texts = useMessages(messages)
  const go = useGo()
  const remove = useRemoveZone()
  return ({ name, listeners }) => [
    {
      label: texts.edit,
      icon: <IconPencil size={16} aria-hidden />,
      onSelect: () =>
        name === globalZone ? go({ to: '/mqtt/general' }) : go({ to: '/zones/detail/$name', params: { name } }),
    },
    {
      label: texts.remove,
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      disabled: name === globalZone,
      onSelect: () => void remove(name, listeners),
    },
  ]
}

/** Asks, then takes the zone out of those that are there at that moment. One that is in use stays. */
function useRemoveZone(): (name: string, listeners: readonly string[]) => Promise<void> {
  const texts = useMessages(messages)
  const format = useFormat()
  const told = useReportedAction()
  const fresh = useFresh(zonesQuery, undefined)
  const { run } = useChange(saveZones)
  return async (name, listeners) => {
    if (listeners.length > 0) return toast.error(texts.inUse(name), texts.inUseBy(format.list(listeners)))
    const isSure = await confirm({
      title: texts.removeQuestion,
      body: <AffectedItems names={[name]}>{texts.removeBody}</AffectedItems>,
      action: texts.remove,
      danger: true,
    })
    if (!isSure) return
    const removeNow = async () => {
      const { [name]: _, ...others } = (await fresh()) ?? {}
      await run(others)
    }
    await told(removeNow, { done: texts.removed(name), failed: texts.failed(name) })
  }
}
