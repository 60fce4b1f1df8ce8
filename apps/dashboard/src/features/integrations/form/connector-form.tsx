import type { NewConnector } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useData } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { copyName } from '../kinds.ts'
import { exampleOf } from '../manifests.ts'
import { connectorChanges, connectorsQuery } from '../queries.ts'
import { formMessages } from './form-messages.ts'
import { KindForm } from './kind-form.tsx'

export interface ConnectorFormProps {
  readonly type: string
  /** Initial value: an earlier draft, or the connector to duplicate. Stable. */
  readonly start?: Readonly<Record<string, unknown>> | undefined
  /** `start` is a copy, whose secrets must be entered again. */
  readonly isCopy?: boolean
  /** The caller creates the connector. Rejects with the error of the broker. */
  readonly onSubmit: (connector: NewConnector) => Promise<unknown>
  /** Default: "Create". */
  readonly submitLabel?: string
  /** Set to false to leave without confirmation, for example in a drawer. */
  readonly guard?: boolean
  /** Called when unsaved changes appear or disappear. Stable. */
  readonly onDirty?: ((isDirty: boolean) => void) | undefined
}

/** Form of a new connector with a test. `onSubmit` creates the connector. */
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
  const value = useMemo(() => start ?? exampleOf('connector', type), [start, type])
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

/** The form has checked both fields, and the broker checks them again. */
const asConnector = (settings: Readonly<Record<string, unknown>>): NewConnector => ({
  ...settings,
  type: String(settings.type),
  name: String(settings.name),
})
