import type { Connector, NewAction, NewConnector } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useData, useFresh, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { type Completion, toast } from '../../../ui/index.ts'
import { asChannel } from '../form/channel-form.tsx'
import { ConnectorChoice, ConnectorField } from '../form/connector-field.tsx'
import { formMessages } from '../form/form-messages.ts'
import { KindForm } from '../form/kind-form.tsx'
import { useMessagePlaceholders } from '../form/placeholders.ts'
import { type ChannelKind, idOf, isWebhook } from '../kinds.ts'
import {
  type Channel,
  channelChanges,
  channelQueries,
  connectorChanges,
  connectorQuery,
  connectorsQuery,
} from '../queries.ts'
import { useTypeInfo } from '../types.ts'

/** Settings of an existing connector. */
export function ConnectorSettings({ connector }: { readonly connector: Connector }) {
  const texts = useMessages(formMessages)
  const isViewer = useIsViewer()
  const { type, name } = connector
  const id = idOf(connector)
  const fresh = useFresh(connectorQuery, { id })
  const { run: update } = useChange(connectorChanges.update)
  const { run: probe } = useChange(connectorChanges.probe)
  const users = (connector.actions?.length ?? 0) + (connector.sources?.length ?? 0)
  const isFixed = isViewer || isWebhook(connector)
  return (
    <KindForm
      kind="connector"
      type={type}
      mode="edit"
      value={connector}
      readOnly={isFixed}
      read={fresh}
      warning={() => (users > 0 ? texts.warnings.connectorOf(users) : texts.warnings.connector)}
      {...(!isFixed && { onTest: (settings) => probe({ ...settings, type, name }) })}
      onSave={async (settings) => {
        await update({ id, settings })
        toast.success(texts.savedNamed(name))
      }}
    />
  )
}

interface ChannelSettingsProps {
  readonly kind: ChannelKind
  readonly channel: Channel
  readonly placeholders?: readonly Completion[]
  /** Takes the settings instead of saving them. */
  readonly keep?: {
    /** Settings that were taken earlier. Stable. */
    readonly before: NewAction | undefined
    readonly label: string
    /** Further connectors to choose from. Stable. */
    readonly drafts: readonly NewConnector[]
    readonly onKeep: (settings: NewAction) => void
    readonly onDirty: (isDirty: boolean) => void
  }
}

const customFields = { connector: ConnectorField } as const
const noDrafts: readonly NewConnector[] = []

/** Settings of an existing action or source. */
export function ChannelSettings({ kind, channel, placeholders, keep }: ChannelSettingsProps) {
  const texts = useMessages(formMessages)
  const isViewer = useIsViewer()
  const infoOf = useTypeInfo()
  const ofMessage = useMessagePlaceholders()
  const { type, name } = channel
  const id = idOf(channel)
  const { data: connectors } = useData(connectorsQuery, undefined)
  const fresh = useFresh(channelQueries[kind].one, { id })
  const { run: update } = useChange(channelChanges[kind].update)
  const { run: probe } = useChange(channelChanges[kind].probe)
  const isFixed = isViewer || isWebhook(channel)
  const { drafts = noDrafts } = keep ?? {}
  const choice = useMemo(
    () => ({
      connectors: (connectors ?? []).filter((one) => one.type === type),
      drafts: drafts.filter((one) => one.type === type),
      label: infoOf(type).label,
    }),
    [connectors, drafts, infoOf, type],
  )
  return (
    <ConnectorChoice value={choice}>
      <KindForm
        kind={kind}
        type={type}
        mode="edit"
        value={keep?.before ?? channel}
        readOnly={isFixed}
        {...(keep
          ? { guard: false, onDirty: keep.onDirty, saveLabel: keep.label, asksBeforeSave: false }
          : { read: fresh })}
        customFields={customFields}
        completions={placeholders ?? ofMessage}
        warning={() => (keep ? undefined : texts.warnings[kind])}
        {...(!isFixed && {
          onTest: (settings: Readonly<Record<string, unknown>>) => probe(asChannel({ ...settings, type, name })),
        })}
        onSave={async (settings) => {
          if (keep) return keep.onKeep(asChannel({ ...settings, type, name }))
          await update({ id, settings: { ...settings, connector: String(settings.connector) } })
          toast.success(texts.savedNamed(name))
        }}
      />
    </ConnectorChoice>
  )
}
