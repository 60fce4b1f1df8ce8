import { useFormat, useMessages } from '../../../i18n/index.ts'
import { Checkbox, Fields, NumberField, PasswordField, Stack, TextField } from '../../../ui/index.ts'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { composerMessages, UserPropertiesField } from '../../publish/index.ts'
import { bounds, type ConnectionFieldsProps, type ConnectionSettings, type SettingsFaults } from '../index.ts'
import { connectionMessages } from './connection-messages.ts'

/** Keep alive, timeouts and intervals. */
export function TimingFields({ settings, change, faults }: ConnectionFieldsProps) {
  const texts = useMessages(connectionMessages)
  const errorOf = useRangeErrors(faults)
  const names = ['keepAlive', 'connectTimeout', 'reconnectPeriod'] as const
  return (
    <Disclosure label={texts.timing} mustShow={names.some((name) => errorOf(name) !== undefined)}>
      <Fields columns={3}>
        {names
          .filter((name) => name !== 'reconnectPeriod' || settings.reconnect)
          .map((name) => (
            <NumberField
              key={name}
              label={texts[name]}
              unit={texts.seconds}
              value={settings[name]}
              onChange={(value) => change({ [name]: value })}
              min={bounds[name][0]}
              max={bounds[name][1]}
              error={errorOf(name)}
            />
          ))}
      </Fields>
    </Disclosure>
  )
}

/** The properties of CONNECT (MQTT 5, 3.1.2.11). */
export function ConnectPropertyFields({ settings, change, faults }: ConnectionFieldsProps) {
  const texts = useMessages(connectionMessages)
  const { setCount } = useMessages(composerMessages)
  const errorOf = useRangeErrors(faults)
  const { neverExpires } = settings
  const numbers = [
    ['sessionExpiry', texts.seconds, texts.sessionExpiryHelp],
    ['receiveMaximum', undefined, texts.receiveMaximumHelp],
    ['maximumPacketSize', texts.bytes, undefined],
    ['topicAliasMaximum', undefined, texts.topicAliasMaximumHelp],
  ] as const
  const hasFault = numbers.some(([name]) => errorOf(name) !== undefined) || faults?.authMethod === true
  const count = countProperties(settings)
  return (
    <Disclosure label={texts.mqtt5} note={count > 0 && setCount(count)} mustShow={hasFault}>
      <Stack gap={4}>
        <Fields columns={3}>
          {numbers.map(([name, unit, help]) => (
            <NumberField
              key={name}
              label={texts[name]}
              help={help}
              unit={unit}
              disabled={name === 'sessionExpiry' && neverExpires}
              value={settings[name]}
              onChange={(value) => change({ [name]: value })}
              min={bounds[name][0]}
              max={bounds[name][1]}
              error={errorOf(name)}
            />
          ))}
          <TextField
            mono
            label={texts.authMethod}
            help={texts.authMethodHelp}
            autoComplete="off"
            value={settings.authMethod}
            onChange={(event) => change({ authMethod: event.currentTarget.value })}
            error={faults?.authMethod && texts.authMethodNeeded}
          />
          <PasswordField
            label={texts.authData}
            autoComplete="new-password"
            value={settings.authData}
            onChange={(event) => change({ authData: event.currentTarget.value })}
          />
        </Fields>
        <Fields columns={2}>
          {(['neverExpires', 'autoTopicAlias', 'requestResponse', 'requestProblem'] as const).map((name) => (
            <Checkbox
              key={name}
              label={texts[name]}
              checked={settings[name]}
              onChange={(checked) => change({ [name]: checked })}
            />
          ))}
        </Fields>
        <UserPropertiesField
          pairs={settings.userProperties}
          onChange={(userProperties) => change({ userProperties })}
        />
      </Stack>
    </Disclosure>
  )
}

function countProperties(settings: ConnectionSettings): number {
  const { sessionExpiry, neverExpires, receiveMaximum, maximumPacketSize, topicAliasMaximum } = settings
  const { autoTopicAlias, requestResponse, requestProblem, authMethod, userProperties } = settings
  const numbers = [receiveMaximum, maximumPacketSize, topicAliasMaximum].filter((value) => value !== undefined)
  const flags = [
    neverExpires || sessionExpiry !== undefined,
    autoTopicAlias,
    requestResponse,
    !requestProblem,
    authMethod !== '',
  ]
  return numbers.length + flags.filter(Boolean).length + userProperties.filter(({ name }) => name !== '').length
}

function useRangeErrors(faults: SettingsFaults | undefined) {
  const texts = useMessages(connectionMessages)
  const format = useFormat()
  return (name: keyof typeof bounds) => {
    const [low, high] = bounds[name]
    return faults?.numbers.has(name) ? texts.between(format.number(low), format.number(high)) : undefined
  }
}
