import type { FormEvent } from 'react'
import { MissingOptionsNotice, useData } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Dim, Fields, Stack } from '../../../ui/index.ts'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { listenersQuery } from '../../listeners/index.ts'
import {
  AddressFields,
  type ConnectionSettings,
  CredentialFields,
  type SettingsFaults,
  useProposedAddress,
  useValue,
} from '../index.ts'
import { connectionMessages } from './connection-messages.ts'
import type { ConnectionTab } from './connection-tabs.ts'
import { ConnectPropertyFields, TimingFields } from './property-fields.tsx'
import { WillFields } from './will-fields.tsx'

interface ConnectionFormProps {
  readonly tab: ConnectionTab
  readonly faults: SettingsFaults | undefined
  readonly onSubmit: () => void
}

export function ConnectionForm({ tab, faults, onSubmit }: ConnectionFormProps) {
  const texts = useMessages(connectionMessages)
  const settings = useValue(tab.settings)
  const change = (changes: Partial<ConnectionSettings>) => tab.settings.set({ ...tab.settings.get(), ...changes })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  useProposedAddress(tab)
  const listeners = useData(listenersQuery, undefined)
  const fieldProps = { settings, change, faults }
  const isMqtt5 = settings.version === '5'
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={2}>
        <MissingOptionsNotice queries={[listeners]} />
        <Fields columns={3}>
          <AddressFields {...fieldProps} />
          <CredentialFields {...fieldProps} />
        </Fields>
        <TimingFields {...fieldProps} />
        {isMqtt5 && <ConnectPropertyFields {...fieldProps} />}
        <Disclosure
          label={texts.will}
          note={settings.will.enabled && texts.enabled}
          mustShow={settings.will.enabled && hasWillFault(faults)}
        >
          <WillFields {...fieldProps} />
        </Disclosure>
        {settings.scheme === 'wss' && (
          <Disclosure label={texts.certificates}>
            <Dim>{texts.certificatesText}</Dim>
          </Disclosure>
        )}
      </Stack>
      {/* For Enter in a field. */}
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
