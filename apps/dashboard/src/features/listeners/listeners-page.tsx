import { type ListenerSummary, listenerTypes } from '@mqdeck/contract'
import { IconPlayerPlay, IconPlayerStop, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useMemo } from 'react'
import { z } from 'zod'
import { QueryTable, RefreshControl, useData, useIsViewer, useRowActions } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import type { ClientAddress } from '../../lib/access/client-addresses.ts'
import {
  Button,
  CopyButton,
  Dim,
  EmptyState,
  Mono,
  Notice,
  PageHeader,
  Section,
  SegmentedControl,
  Stack,
  useGo,
  useSearchState,
} from '../../ui/index.ts'
import styles from './addresses.module.css'
import { type ListenerActions, useListenerActions } from './listener-actions.tsx'
import { useListenerColumns } from './listener-columns.tsx'
import { clientAddresses, listenerSettingsQuery, listenersQuery } from './listener-queries.ts'
import { messages } from './messages.ts'
import { certificatesQuery } from './queries.ts'
import { stateOf } from './running-state.tsx'

const all = 'all'
const search = z.object({
  type: z
    .enum([all, ...listenerTypes])
    .catch(all)
    .default(all),
})

export default function ListenersPage() {
  const texts = useMessages(messages)
  const [{ type }, setSearch] = useSearchState(search)
  const listeners = useData(listenersQuery, undefined)
  const { data: settings } = useData(listenerSettingsQuery, undefined)
  const { data: certificates } = useData(certificatesQuery, undefined)
  const isViewer = useIsViewer()
  const actions = useListenerActions()
  const columns = useListenerColumns({ settings, certificates, isViewer, actions })
  const rowActions = useListenerRowActions(actions)
  const rows = listeners.data?.filter((listener) => type === all || listener.type === type)
  const addresses = useMemo(
    () => listeners.data && clientAddresses(listeners.data, settings),
    [listeners.data, settings],
  )
  return (
    <>
      <PageHeader
        title={texts.listeners}
        description={texts.description}
        actions={
          <>
            <RefreshControl queries={[listeners]} />
            {!isViewer && <CreateButton type={type === all ? undefined : type} />}
          </>
        }
      />
      <Stack gap={4}>
        <QueryTable
          query={listeners}
          label={texts.listeners}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          empty={<NoListeners hasOthers={listeners.data !== undefined && listeners.data.length > 0} />}
          summary={
            <SegmentedControl
              label={texts.type}
              value={type}
              onChange={(next) => setSearch({ type: next })}
              options={[
                { value: all, label: texts.all },
                ...listenerTypes.map((value) => ({ value, label: texts.shortTypes[value] })),
              ]}
            />
          }
          skeletonRows={4}
          {...(!isViewer && { rowActions })}
        />
        {addresses && addresses.length + (listeners.data?.length ?? 0) > 0 && <ClientAddresses addresses={addresses} />}
      </Stack>
    </>
  )
}

function CreateButton({ type }: { readonly type?: string | undefined }) {
  const texts = useMessages(messages)
  const go = useGo()
  return (
    <Button
      variant="primary"
      icon={<IconPlus size={16} aria-hidden />}
      onClick={() => go({ to: '/listener/create', ...(type !== undefined && { search: { type } }) })}
    >
      {texts.newListener}
    </Button>
  )
}

function NoListeners({ hasOthers }: { readonly hasOthers: boolean }) {
  const texts = useMessages(messages)
  return hasOthers ? (
    <EmptyState title={texts.noneOfType} hint={texts.noneOfTypeHint} />
  ) : (
    <EmptyState title={texts.noListeners} hint={texts.noListenersHint} />
  )
}

const icon = { size: 16, 'aria-hidden': true } as const

function useListenerRowActions(actions: ListenerActions) {
  const texts = useMessages(messages)
  const go = useGo()
  const rowAction = useRowActions()
  return (listener: ListenerSummary) => {
    const { id } = listener
    const state = stateOf(listener)
    const isRunning = state === 'running' || state === 'inconsistent'
    return [
      rowAction.edit(() => go({ to: '/listener/detail/$id', params: { id } })),
      rowAction.duplicate(() => go({ to: '/listener/create', search: { copy: id } })),
      ...(isRunning
        ? [
            { label: texts.restart, icon: <IconRefresh {...icon} />, onSelect: () => void actions.restart(listener) },
            { label: texts.stop, icon: <IconPlayerStop {...icon} />, onSelect: () => void actions.stop(listener) },
          ]
        : [{ label: texts.start, icon: <IconPlayerPlay {...icon} />, onSelect: () => void actions.start(listener) }]),
      rowAction.delete(() => actions.remove(listener)),
    ]
  }
}

/** The addresses that clients connect to, one for each running listener. */
function ClientAddresses({ addresses }: { readonly addresses: readonly ClientAddress[] }) {
  const texts = useMessages(messages)
  return (
    <Section title={texts.addresses}>
      {addresses.length === 0 ? (
        <Notice tone="amber">{texts.noAddresses}</Notice>
      ) : (
        <ul className={styles.addresses}>
          {addresses.map(({ id, url }) => (
            <li key={id}>
              <Dim small>{id}</Dim>
              <span className={styles.address}>
                <Mono truncate>{url}</Mono>
                <CopyButton value={url} label={texts.copyAddress(id)} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
