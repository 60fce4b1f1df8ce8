import { IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useMessages } from '../i18n/index.ts'
import type { Value } from '../lib/value.ts'
import { IconButton, NumberField, PasswordField, SegmentedField, Select, SwitchField, TextField } from '../ui/index.ts'
import { connectionFieldMessages } from './connection-field-messages.ts'
import { AcceptedCertificate } from './passed-certificate.tsx'
import { addressOf, type ConnectionSettings, newSettings, randomClientId, type SettingsFaults } from './settings.ts'
import { useAddresses } from './use-addresses.ts'

/** What a part of the form is given. */
export interface PartProps {
  readonly settings: ConnectionSettings
  readonly change: (change: Partial<ConnectionSettings>) => void
  readonly faults: SettingsFaults | undefined
}

interface Proposed {
  readonly settings: Value<ConnectionSettings>
  /** The settings had their chance to become those of a listener. */
  readonly isAddressProposed: Value<boolean>
}

/** New settings know the default ports only; as soon as the listeners are known, one of them is better. */
export function useProposedAddress({ settings, isAddressProposed }: Proposed): void {
  const { choices } = useAddresses(settings.get())
  useEffect(() => {
    if (isAddressProposed.get() || choices.length === 0) return
    isAddressProposed.set(true)
    const now = settings.get()
    if (addressOf(now) !== addressOf(newSettings(location))) return
    const up = choices.filter(({ isUp }) => isUp)
    const passed = up.find(({ isPassedThrough }) => isPassedThrough)
    // Through the page's server it works wherever the page does, whatever stands before the listener's port.
    const best = passed ?? up.find(({ address }) => address.scheme === now.scheme) ?? up[0]
    if (best) settings.set({ ...now, ...best.address })
  }, [choices, settings, isAddressProposed])
}

const other = 'other'

/** Where to connect to, and the version of MQTT. */
export function AddressFields({ settings, change, faults }: PartProps) {
  const texts = useMessages(connectionFieldMessages)
  const { choices, chosen } = useAddresses(settings)
  const options = choices.map(({ key, listener, isPassedThrough, isUp, address }) => {
    const label = isPassedThrough
      ? texts.through(listener)
      : `${listener} · ${address.scheme}://${address.host}:${address.port}${address.path}`
    return { value: key, label: isUp ? label : texts.isDown(label) }
  })
  return (
    <>
      <Select
        label={texts.address}
        help={texts.addressHelp}
        value={chosen?.key ?? other}
        onChange={(key) => {
          const choice = choices.find((one) => one.key === key)
          if (choice) change(choice.address)
        }}
        options={chosen ? options : [...options, { value: other, label: texts.otherAddress }]}
      />
      {chosen?.isPassedThrough && <AcceptedCertificate listener={chosen.listener} />}
      <SegmentedField
        label={texts.protocol}
        value={settings.scheme}
        onChange={(scheme) => change({ scheme })}
        options={[
          { value: 'ws', label: 'ws://' },
          { value: 'wss', label: 'wss://' },
        ]}
      />
      <TextField
        mono
        label={texts.host}
        autoComplete="off"
        value={settings.host}
        onChange={(event) => change({ host: event.currentTarget.value.trim() })}
        error={faults?.host && texts.hostWrong}
      />
      <NumberField
        label={texts.port}
        value={settings.port}
        onChange={(port) => change({ port })}
        min={1}
        max={65_535}
        error={faults?.port && texts.portWrong}
      />
      <TextField
        mono
        label={texts.path}
        autoComplete="off"
        value={settings.path}
        onChange={(event) => change({ path: event.currentTarget.value })}
        error={faults?.path && texts.pathWrong}
      />
      <SegmentedField
        label={texts.version}
        value={settings.version}
        onChange={(version) => change({ version })}
        options={[
          { value: '5', label: '5' },
          { value: '4', label: '3.1.1' },
          { value: '3', label: '3.1' },
        ]}
      />
    </>
  )
}

/** As whom. */
export function LoginFields({ settings, change, faults }: PartProps) {
  const texts = useMessages(connectionFieldMessages)
  const isFive = settings.version === '5'
  return (
    <>
      <TextField
        mono
        label={texts.clientId}
        help={texts.clientIdHelp}
        autoComplete="off"
        value={settings.clientId}
        onChange={(event) => change({ clientId: event.currentTarget.value })}
        error={faults?.clientId && texts.clientIdNeeded}
        rightPart={
          <IconButton
            size="small"
            label={texts.generate}
            icon={<IconRefresh size={16} aria-hidden />}
            onClick={() => change({ clientId: randomClientId() })}
          />
        }
      />
      <TextField
        label={texts.username}
        autoComplete="off"
        value={settings.username}
        onChange={(event) => change({ username: event.currentTarget.value })}
      />
      <PasswordField
        label={texts.password}
        // Browsers would fill in the dashboard's.
        autoComplete="new-password"
        value={settings.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
      />
      <SwitchField
        label={isFive ? texts.clean : texts.cleanSession}
        help={texts.cleanHelp}
        checked={settings.clean}
        onChange={(clean) => change({ clean })}
      />
      <SwitchField
        label={texts.reconnect}
        help={texts.reconnectHelp}
        checked={settings.reconnect}
        onChange={(reconnect) => change({ reconnect })}
      />
    </>
  )
}
