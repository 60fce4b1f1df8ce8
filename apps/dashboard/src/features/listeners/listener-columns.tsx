import type { CertificateInUse, ListenerInfo, ListenerSummary } from '@mqdeck/contract'
import { useMemo } from 'react'
import { ListenerConnections } from '../../data/listener-state.tsx'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import { type Column, Dim, Link, Mono, StatusDot, Switch } from '../../ui/index.ts'
import type { ListenerActions } from './listener-actions.tsx'
import { StateOnNodes } from './listener-state.tsx'
import { messages } from './messages.ts'

interface Known {
  readonly settings: ReadonlyMap<string, ListenerInfo> | undefined
  readonly certificates: ReadonlyMap<string, CertificateInUse> | undefined
}

interface Options extends Known {
  readonly isViewer: boolean
  readonly actions: Pick<ListenerActions, 'enable' | 'disable'>
}

export function useListenerColumns({ settings, certificates, isViewer, actions }: Options) {
  const texts = useMessages(messages)
  const { columns } = texts
  return useMemo(
    (): readonly Column<ListenerSummary>[] => [
      {
        id: 'name',
        header: columns.name,
        width: 140,
        cell: ({ id, name }) => (
          <Link to="/listener/detail/$id" params={{ id }}>
            <Mono truncate>{name}</Mono>
          </Link>
        ),
      },
      { id: 'type', header: columns.type, width: 70, cell: ({ type }) => texts.shortTypes[type] ?? type },
      { id: 'bind', header: columns.bind, width: 130, cell: ({ bind }) => <Mono truncate>{bind}</Mono> },
      { id: 'status', header: columns.status, width: 180, cell: (listener) => <StateOnNodes listener={listener} /> },
      {
        id: 'connections',
        header: columns.connections,
        hint: columns.connectionsHint,
        width: 130,
        cell: ({ status }) => <ListenerConnections status={status} />,
      },
      {
        id: 'enabled',
        header: columns.enabled,
        width: 76,
        cell: (listener) => (
          <Switch
            aria-label={texts.enabledLabel(listener.id)}
            checked={listener.enable}
            disabled={isViewer}
            onChange={(on) => void (on ? actions.enable(listener) : actions.disable(listener))}
          />
        ),
      },
      { id: 'zone', header: columns.zone, width: 80, cell: ({ id }) => settings?.get(id)?.zone ?? <Dim>{dash}</Dim> },
      {
        id: 'certificate',
        header: columns.certificate,
        hint: columns.certificateHint,
        width: 128,
        cell: ({ id }) => <Expiry certificate={certificates?.get(id)} />,
      },
    ],
    [texts, columns, settings, certificates, isViewer, actions],
  )
}

const soon = 30

/** In colour only while somebody has to do something about it. */
export function Expiry({ certificate }: { readonly certificate: CertificateInUse | undefined }) {
  const texts = useMessages(messages)
  const format = useFormat()
  if (!certificate) return <Dim>{dash}</Dim>
  const { not_after: end, days_left: days, renewed_by_server: isRenewed, error } = certificate
  if (end === null || days === null)
    return <span title={error ?? undefined}>{<StatusDot tone="red">{texts.unreadable}</StatusDot>}</span>
  const date = format.date(end)
  if (days < 0) return <StatusDot tone="red">{texts.expired(date)}</StatusDot>
  if (days <= soon && !isRenewed)
    return (
      <span title={date}>
        <StatusDot tone="amber">{texts.expiresIn(days)}</StatusDot>
      </span>
    )
  return date
}
