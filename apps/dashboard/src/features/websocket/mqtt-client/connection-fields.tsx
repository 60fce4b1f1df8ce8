import { IconRefresh } from '@tabler/icons-react'
import { type Ref, useEffect } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import type { Value } from '../../../lib/json/value.ts'
import {
  IconButton,
  NumberField,
  PasswordField,
  SegmentedField,
  Select,
  SwitchField,
  TextField,
} from '../../../ui/index.ts'
import { connectionFieldMessages } from './connection-field-messages.ts'
import {
  addressOf,
  type ConnectionSettings,
  newSettings,
  randomClientId,
  type SettingsFaults,
} from './connection-settings.ts'
import { AcceptedCertificate } from './proxied-certificate.tsx'
import { useAddressChoices } from './use-address-choices.ts'

/** Props of each group of fields. */
export interface ConnectionFieldsProps {
  readonly settings: ConnectionSettings
  readonly change: (change: Partial<ConnectionSettings>) => void
  readonly faults: SettingsFaults | undefined
}

interface ProposedAddress {
  readonly settings: Value<ConnectionSettings>
  /** The address of a listener has been proposed already. */
  readonly isAddressProposed: Value<boolean>
}

/** Replaces the default address of new settings by the address of a listener, once the listeners are loaded. */
export function useProposedAddress({ settings, isAddressProposed }: ProposedAddress): void {
  const { choices, isComplete } = useAddressChoices(settings.get())
  useEffect(() => {
    if (isAddressProposed.get() || !isComplete || choices.length === 0) return
    isAddressProposed.set(true)
    const current = settings.get()
    if (addressOf(current) !== addressOf(newSettings(location))) return
    const running = choices.filter(({ isRunning }) => isRunning)
    const proxied = running.find(({ isProxied }) => isProxied)
    // A proxied address works wherever this page works, also behind firewalls and port mappings.
    const best = proxied ?? running.find(({ address }) => address.scheme === current.scheme) ?? running[0]
    if (best) settings.set({ ...current, ...best.address })
  }, [choices, isComplete, settings, isAddressProposed])
}

const other = 'other'

/** The address and the MQTT version. */
export function AddressFields({ settings, change, faults }: ConnectionFieldsProps) {
  const texts = useMessages(connectionFieldMessages)
  const { choices, chosen } = useAddressChoices(settings)
  const options = choices.map(({ key, listener, isProxied, isRunning, address }) => {
    const label = isProxied
      ? texts.throughDashboard(listener)
      : `${listener} · ${address.scheme}://${address.host}:${address.port}${address.path}`
    return { value: key, label: isRunning ? label : texts.notRunning(label) }
  })
  return (
    <>
      <Select
        label={texts.address}
        help={texts.addressHelp}
        value={chosen?.key ?? other}
        onChange={(key) => {
          const choice = choices.find((each) => each.key === key)
          if (choice) change(choice.address)
        }}
        options={chosen ? options : [...options, { value: other, label: texts.otherAddress }]}
      />
      {chosen?.isProxied && <AcceptedCertificate listener={chosen.listener} />}
      <SegmentedField
        label={texts.transport}
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
        label={texts.mqttVersion}
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

interface CredentialFieldsProps extends ConnectionFieldsProps {
  readonly usernameRef?: Ref<HTMLInputElement>
}

/** Client ID, username and password. */
export function CredentialFields({ settings, change, faults, usernameRef }: CredentialFieldsProps) {
  const texts = useMessages(connectionFieldMessages)
  const isMqtt5 = settings.version === '5'
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
            label={texts.generateClientId}
            icon={<IconRefresh size={16} aria-hidden />}
            onClick={() => change({ clientId: randomClientId() })}
          />
        }
      />
      <TextField
        label={texts.username}
        {...(usernameRef && { ref: usernameRef })}
        autoComplete="off"
        value={settings.username}
        onChange={(event) => change({ username: event.currentTarget.value })}
      />
      <PasswordField
        label={texts.password}
        // Otherwise browsers fill in the password of the dashboard.
        autoComplete="new-password"
        value={settings.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
      />
      <SwitchField
        label={isMqtt5 ? texts.cleanStart : texts.cleanSession}
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
