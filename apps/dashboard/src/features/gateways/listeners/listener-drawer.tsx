import { parseHostPort } from '@mqdeck/contract'
import { useMemo, useState } from 'react'
import { useData } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import type { Fault } from '../../../schema-form/index.ts'
import { EmptyState, FormDrawer, SegmentedField, Skeleton, Stack } from '../../../ui/index.ts'
import { freeAddress, type UsedAddresses, useUsedAddresses } from '../../listeners/index.ts'
import { GatewayForm } from '../forms/gateway-form.tsx'
import { kindOf } from '../kinds.ts'
import { transportsQuery } from '../queries.ts'
import { nameOfTransport } from './listener-state.tsx'
import { listenerMessages } from './messages.ts'

type Settings = Readonly<Record<string, unknown>>

interface ListenerDrawerProps {
  readonly opened: boolean
  readonly gateway: string
  /** A listener that is not created yet; undefined for a new one. */
  readonly start?: Settings | undefined
  readonly saveLabel: string
  /** Listeners that are not created yet. */
  readonly drafts?: readonly Settings[]
  /** Names that other listeners of the same type have. */
  readonly taken?: (type: string) => readonly string[]
  readonly onClose: () => void
  /** Rejects with the broker's error, which is shown at its field. */
  readonly onSave: (listener: Settings) => Promise<unknown> | undefined
}

/** A new listener of a gateway: its transport and its settings. */
export function ListenerDrawer({ opened, start, onClose, ...form }: ListenerDrawerProps) {
  const texts = useMessages(listenerMessages)
  const title = start ? texts.editListener(String(start.name)) : texts.newListener
  return (
    <FormDrawer opened={opened} onClose={onClose} title={title} size={840}>
      {({ onDirty }) => <ListenerFields {...form} start={start} onDirty={onDirty} onDone={onClose} />}
    </FormDrawer>
  )
}

interface ListenerFieldsProps extends Omit<ListenerDrawerProps, 'opened' | 'onClose'> {
  readonly onDirty: (isDirty: boolean) => void
  readonly onDone: () => void
}

function ListenerFields({ drafts = noDrafts, ...props }: ListenerFieldsProps) {
  const { used } = useUsedAddresses()
  const all = useMemo(() => used && withDrafts(used, drafts), [used, drafts])
  return all ? <NewListenerFields {...props} used={all} /> : <Skeleton height={320} />
}

function NewListenerFields({
  gateway,
  start,
  saveLabel,
  taken,
  used,
  onDirty,
  onDone,
  onSave,
}: ListenerFieldsProps & { readonly used: UsedAddresses }) {
  const texts = useMessages(listenerMessages)
  const [free] = useState(used)
  const { transports, defaultListener } = kindOf(gateway)
  const [type, setType] = useState(() => String(start?.type ?? defaultListener.type))
  const part = useMemo(() => ({ of: 'listener', type }) as const, [type])
  const value = useMemo(
    () => (start?.type === type ? withoutType(start) : startOf(gateway, type, free)),
    [start, gateway, type, free],
  )
  const { data: known } = useData(transportsQuery, undefined)
  const missing = known?.find((one) => one.type === type && !one.available)
  const check = useMemo(() => {
    const names = taken?.(type) ?? []
    return (next: unknown): readonly Fault[] =>
      names.includes(nameOf(next)) ? [{ path: ['name'], text: nameTaken }] : []
  }, [taken, type])
  return (
    <Stack gap={4}>
      {transports.length > 1 && (
        <SegmentedField
          label={texts.transport}
          value={type}
          onChange={setType}
          options={transports.map((one) => ({ value: one, label: nameOfTransport(one, texts.transports) }))}
        />
      )}
      {missing ? (
        <EmptyState title={texts.unavailable(nameOfTransport(type, texts.transports))} hint={missing.reason} />
      ) : (
        <GatewayForm
          key={type}
          gateway={gateway}
          part={part}
          mode="create"
          value={value}
          check={check}
          guard={false}
          onDirty={onDirty}
          saveLabel={saveLabel}
          onSave={async (settings) => {
            await onSave({ ...settings, type })
            onDone()
          }}
        />
      )}
    </Stack>
  )
}

const nameTaken = {
  en: 'Another listener of this type has this name.',
  zh: '该类型下已有同名监听器。',
}

const nameOf = (value: unknown) => String((value as { readonly name?: unknown } | undefined)?.name) // a form value is an object

const withoutType = ({ type: _, ...settings }: Settings): Settings => settings

const noDrafts: readonly Settings[] = []

const withDrafts = ({ host, ports }: UsedAddresses, drafts: readonly Settings[]): UsedAddresses => ({
  host,
  ports: new Set([...ports, ...drafts.flatMap(({ bind }) => parseHostPort(String(bind))?.port ?? [])]),
})

/** Initial values of a new listener: those of the kind, on the first free port from its usual one. Other types have the port after it, as 5684 of DTLS. */
export function startOf(gateway: string, type: string, used: UsedAddresses): Settings {
  const { type: usual, port, ...others } = kindOf(gateway).defaultListener
  return {
    bind: freeAddress(type === usual ? port : port + 1, used),
    ...others,
    max_conn_rate: 1000,
    max_connections: 1024000,
  }
}
