import type { NewConnector } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useData } from '../data/index.ts'
import { useMessages } from '../i18n/index.ts'
import { formMessages } from './form-messages.ts'
import { KindForm } from './kind-form.tsx'
import { copyName } from './kinds.ts'
import { connectorChanges, connectorsQuery } from './queries.ts'
import { suggested } from './suggestions.ts'

export interface ConnectorFormProps {
  readonly type: string
  /** What it begins with: what was typed in before, or the answer of the one that is copied. Stable. */
  readonly start?: Readonly<Record<string, unknown>> | undefined
  /** `start` is another one's answer: its secrets are asked for again. */
  readonly isCopy?: boolean
  /** What becomes of it is the caller's affair; rejects with what the broker said. */
  readonly onSubmit: (connector: NewConnector) => Promise<unknown>
  /** "Create" unless given. */
  readonly submitLabel?: string
  /** False: nobody asks before it is left, e.g. in a drawer. */
  readonly guard?: boolean
  /** Hears whether something has been typed in. Stable. */
  readonly onDirty?: ((isDirty: boolean) => void) | undefined
}

/** A new connector: its settings, and a test of them. Nothing is made before `onSubmit` makes it. */
export function ConnectorForm({
  type,
  start,
  isCopy = false,
  onSubmit,
  submitLabel,
  guard = true,
  onDirty,
}: ConnectorFormProps) {
  const texts = useMessages(formMessages)
  const { data: connectors } = useData(connectorsQuery, undefined)
  const taken = useMemo(
    () => (connectors ?? []).filter((one) => one.type === type).map(({ name }) => name),
    [connectors, type],
  )
  const { run: probe } = useChange(connectorChanges.probe)
  const value = useMemo(() => start ?? suggested('connector', type), [start, type])
  const original = typeof value.name === 'string' ? value.name : type
  return (
    <KindForm
      kind="connector"
      type={type}
      mode={isCopy ? 'copy' : 'create'}
      value={value}
      {...(isCopy && { name: copyName(original, taken) })}
      taken={taken}
      guard={guard}
      onDirty={onDirty}
      saveLabel={submitLabel ?? texts.create}
      onTest={(settings) => probe(asConnector(settings))}
      onSave={(settings) => onSubmit(asConnector(settings))}
    />
  )
}

/** The form has made sure of both; the broker checks again. */
const asConnector = (settings: Readonly<Record<string, unknown>>): NewConnector => ({
  ...settings,
  type: String(settings.type),
  name: String(settings.name),
})
