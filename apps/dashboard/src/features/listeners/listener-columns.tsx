import type { CertificateInUse, ListenerInfo, ListenerSummary } from '@mqdeck/contract'
import { useMemo } from 'react'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import { type Column, Dim, Link, Mono, StatusDot, Switch } from '../../ui/index.ts'
import type { ListenerActions } from './listener-actions.tsx'
import { StateOnNodes } from './listener-state.tsx'
import { messages } from './messages.ts'
import { ListenerConnections } from './running-state.tsx'

interface ListenerDetails {
  readonly settings: ReadonlyMap<string, ListenerInfo> | undefined
  readonly certificates: ReadonlyMap<string, CertificateInUse> | undefined
}

interface ListenerColumnsOptions extends ListenerDetails {
  readonly isViewer: boolean
  readonly actions: Pick<ListenerActions, 'enable' | 'disable'>
}

export function useListenerColumns({ settings, certificates, isViewer, actions }: ListenerColumnsOptions) {
  const texts = useMessages(messages)
  const { columns } = texts
  return useMemo(
    (): readonly Column<ListenerSummary>[] => [
      {
        id: 'name',
        header: texts.name,
        width: 170,
        cell: ({ id }) => (
          <Link to="/listener/detail/$id" params={{ id }}>
            <Mono truncate>{id}</Mono>
          </Link>
        ),
      },
      { id: 'type', header: texts.type, width: 70, cell: ({ type }) => texts.shortTypes[type] ?? type },
      { id: 'bind', header: columns.bind, width: 130, cell: ({ bind }) => <Mono truncate>{bind}</Mono> },
      { id: 'status', header: texts.state, width: 180, cell: (listener) => <StateOnNodes listener={listener} /> },
      {
        id: 'connections',
        header: columns.connections,
        hint: columns.connectionsHint,
        width: 130,
        cell: ({ status }) => <ListenerConnections status={status} />,
      },
      {
        id: 'enabled',
        header: texts.enabled,
        width: 76,
        cell: (listener) => (
          <Switch
            aria-label={texts.enableNamed(listener.id)}
            checked={listener.enable}
            disabled={isViewer}
            onChange={(on) => void (on ? actions.enable(listener) : actions.disable(listener))}
          />
        ),
      },
      { id: 'zone', header: texts.zone, width: 80, cell: ({ id }) => settings?.get(id)?.zone ?? <Dim>{dash}</Dim> },
      {
        id: 'certificate',
        header: columns.certificate,
        hint: columns.certificateHint,
        width: 128,
        cell: ({ id }) => <CertificateExpiry certificate={certificates?.get(id)} />,
      },
    ],
    [texts, columns, settings, certificates, isViewer, actions],
  )
}

/** Number of days before the expiry at which a warning is shown. */
const warningDays = 30

/** The expiry date, with a warning if the certificate has to be renewed manually. */
export function CertificateExpiry({ certificate }: { readonly certificate: CertificateInUse | undefined }) {
  const texts = useMessages(messages)
  const format = useFormat()
  if (!certificate) return <Dim>{dash}</Dim>
  const { not_after: end, days_left: days, renewed_by_server: isRenewed, error } = certificate
  if (end === null || days === null)
    return <span title={error ?? undefined}>{<StatusDot tone="red">{texts.unreadable}</StatusDot>}</span>
  const date = format.date(end)
  if (days < 0) return <StatusDot tone="red">{texts.expiredOn(date)}</StatusDot>
  if (days <= warningDays && !isRenewed)
    return (
      <span title={date}>
        <StatusDot tone="amber">{texts.expiresIn(days)}</StatusDot>
      </span>
    )
  return date
}
