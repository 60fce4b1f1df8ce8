import type { FormEvent } from 'react'
import { MissingOptionsNotice, useData } from '../../data/index.ts'
import { listenersQuery } from '../../data/listeners.ts'
import { useMessages } from '../../i18n/index.ts'
import {
  AddressFields,
  type ConnectionSettings,
  LoginFields,
  type SettingsFaults,
  useProposedAddress,
  useValue,
} from '../../mqtt-client/index.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Dim, Fields, Stack } from '../../ui/index.ts'
import { connectionMessages } from './connection-messages.ts'
import { PropertyFields, TimingFields } from './property-fields.tsx'
import { WillFields } from './will-fields.tsx'
import type { Bench } from './workbench.ts'

interface ConnectionFormProps {
  readonly bench: Bench
  readonly faults: SettingsFaults | undefined
  readonly onSubmit: () => void
}

export function ConnectionForm({ bench, faults, onSubmit }: ConnectionFormProps) {
  const texts = useMessages(connectionMessages)
  const settings = useValue(bench.settings)
  const change = (part: Partial<ConnectionSettings>) => bench.settings.set({ ...bench.settings.get(), ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  useProposedAddress(bench)
  const listeners = useData(listenersQuery, undefined)
  const part = { settings, change, faults }
  const isFive = settings.version === '5'
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={2}>
        <MissingOptionsNotice queries={[listeners]} />
        <Fields columns={3}>
          <AddressFields {...part} />
          <LoginFields {...part} />
        </Fields>
        <TimingFields {...part} />
        {isFive && <PropertyFields {...part} />}
        <Disclosure
          label={texts.will}
          note={settings.will.enabled && texts.on}
          mustShow={settings.will.enabled && hasWillFault(faults)}
        >
          <WillFields {...part} />
        </Disclosure>
        {settings.scheme === 'wss' && (
          <Disclosure label={texts.certificates}>
            <Dim>{texts.certificatesText}</Dim>
          </Disclosure>
        )}
      </Stack>
      {/* Enter in a field connects. */}
      <button type="submit" hidden />
    </form>
  )
}

const hasWillFault = (faults: SettingsFaults | undefined) =>
  faults !== undefined &&
  (faults.willTopic !== undefined ||
    faults.willResponseTopic !== undefined ||
    faults.numbers.has('delay') ||
    faults.numbers.has('expiry'))
