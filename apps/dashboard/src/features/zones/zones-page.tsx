import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import {
  type Loaded,
  QueryTable,
  useChange,
  useConfirmDeletion,
  useData,
  useFresh,
  useIsViewer,
  useRowActions,
} from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, type Column, Dim, Group, Link, Mono, Notice, PageHeader, Stack, toast, useGo } from '../../ui/index.ts'
import { globalZone, listenerSettingsQuery, type Zones, zonesQuery } from '../listeners/index.ts'
import { messages } from './messages.ts'
import { saveZones } from './queries.ts'
import { countOverrides, listenersByZone, zoneNames } from './zone-value.ts'

interface ZoneRow {
  readonly name: string
  readonly listeners: readonly string[]
  /** Number of overridden settings; undefined if the broker does not report its zones. */
  readonly overrides: number | undefined
}

export default function ZonesPage() {
  const texts = useMessages(messages)
  const format = useFormat()
  const zones = useData(zonesQuery, undefined)
  const settings = useData(listenerSettingsQuery, undefined)
  const isViewer = useIsViewer()
  const isNotReported = !zones.isLoading && !zones.error && zones.data === undefined
  const rows = useMemo(
    () => (zones.isLoading || !settings.data ? undefined : toRows(zones.data, settings.data.values())),
    [zones.isLoading, zones.data, settings.data],
  )
  const rowActions = useZoneRowActions()
  const failedQuery: Loaded<unknown> = zones.error ? zones : settings
  return (
    <>
      <PageHeader
        title={texts.zones}
        description={texts.description}
        actions={!isViewer && !isNotReported && <CreateButton />}
      />
      <Stack gap={4}>
        {isNotReported && <Notice>{texts.notReported}</Notice>}
        <QueryTable
          query={failedQuery}
          label={texts.zones}
          columns={useZoneColumns()}
          rows={rows}
          rowId={({ name }) => name}
          summary={rows && texts.count(format.number(rows.length))}
          skeletonRows={2}
          {...(!isViewer && !isNotReported && { rowActions })}
        />
      </Stack>
    </>
  )
}

function toRows(zones: Zones | undefined, listeners: Parameters<typeof listenersByZone>[0]): readonly ZoneRow[] {
  const users = listenersByZone(listeners)
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
      {texts.newZone}
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
        header: texts.name,
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
        header: texts.usedBy,
        width: 460,
        cell: ({ listeners }) =>
          listeners.length === 0 ? <Dim>{texts.noListener}</Dim> : <ListenerLinks ids={listeners} />,
      },
      {
        id: 'overrides',
        header: texts.overrides,
        width: 150,
        align: 'end',
        cell: ({ name, overrides }) => (name === globalZone ? <Dim>{texts.all}</Dim> : format.number(overrides)),
      },
    ],
    [texts, format],
  )
}

function ListenerLinks({ ids }: { readonly ids: readonly string[] }) {
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

function useZoneRowActions() {
  const go = useGo()
  const rowAction = useRowActions()
  const deleteZone = useDeleteZone()
  return ({ name, listeners }: ZoneRow) => [
    rowAction.edit(() =>
      name === globalZone ? go({ to: '/mqtt/general' }) : go({ to: '/zones/detail/$name', params: { name } }),
    ),
    { ...rowAction.delete(() => deleteZone(name, listeners)), disabled: name === globalZone },
  ]
}

/** Deletes a zone after a confirmation, unless a listener uses it. Saves the current zones without it. */
function useDeleteZone() {
  const texts = useMessages(messages)
  const format = useFormat()
  const confirmDeletion = useConfirmDeletion()
  const fresh = useFresh(zonesQuery, undefined)
  const { run } = useChange(saveZones)
  return async (name: string, listeners: readonly string[]) => {
    if (listeners.length > 0) return toast.error(texts.inUse(name), texts.inUseBy(format.list(listeners)))
    await confirmDeletion({
      kind: 'zone',
      name,
      title: texts.deleteQuestion,
      action: texts.delete,
      affected: [name],
      consequence: texts.deleteBody,
      async run() {
        const { [name]: _, ...others } = (await fresh()) ?? {}
        await run(others)
      },
    })
  }
}
