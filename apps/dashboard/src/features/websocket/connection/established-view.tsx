import { useFormat, useMessages } from '../../../i18n/index.ts'
import { type Description, DescriptionList, Dim, Mono, useNow } from '../../../ui/index.ts'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { addressOf, connectionFieldMessages, type EstablishedConnection, infiniteExpiry } from '../index.ts'
import { connectionMessages } from './connection-messages.ts'

const versionNames = { '5': 'MQTT 5', '4': 'MQTT 3.1.1', '3': 'MQTT 3.1' } as const

/** Details of an established connection. */
export function EstablishedView({ established }: { readonly established: EstablishedConnection }) {
  const texts = useMessages(connectionMessages)
  const fields = useMessages(connectionFieldMessages)
  const format = useFormat()
  const now = useNow(1000)
  const { settings, clientId, sessionPresent, since } = established
  const brokerProperties = useBrokerProperties(established)
  return (
    <div>
      <DescriptionList
        minWidth={200}
        items={[
          { label: fields.address, value: <Mono>{addressOf(settings)}</Mono> },
          { label: fields.clientId, value: clientId === '' ? undefined : <Mono>{clientId}</Mono> },
          { label: fields.mqttVersion, value: versionNames[settings.version] },
          { label: texts.session, value: sessionPresent ? texts.sessionPresent : texts.sessionNew },
          { label: texts.connectedFor, value: format.duration(now - since) },
        ]}
      />
      {settings.version === '5' && (
        <Disclosure label={texts.brokerProperties}>
          {brokerProperties.length > 0 ? (
            <DescriptionList minWidth={200} items={brokerProperties} />
          ) : (
            <Dim>{texts.noBrokerProperties}</Dim>
          )}
        </Disclosure>
      )}
    </div>
  )
}

/** The CONNACK properties that the broker returned (MQTT 5, 3.2.2.3). */
function useBrokerProperties({ properties }: EstablishedConnection): readonly Description[] {
  const texts = useMessages(connectionMessages)
  const format = useFormat()
  const { userProperties = {} } = properties
  const seconds = (value: number | undefined) =>
    value === undefined
      ? undefined
      : value === infiniteExpiry
        ? texts.neverExpires
        : `${format.number(value)} ${texts.seconds}`
  const flag = (value: boolean | undefined) => (value === undefined ? undefined : value ? texts.yes : texts.no)
  const all: readonly Description[] = [
    { label: texts.sessionExpiry, value: seconds(properties.sessionExpiryInterval) },
    { label: texts.serverKeepAlive, value: seconds(properties.serverKeepAlive) },
    { label: texts.receiveMaximum, value: properties.receiveMaximum },
    { label: texts.maximumPacketSize, value: format.bytes(properties.maximumPacketSize) },
    { label: texts.topicAliasMaximum, value: properties.topicAliasMaximum },
    { label: texts.maximumQos, value: properties.maximumQoS },
    { label: texts.retainAvailable, value: flag(properties.retainAvailable) },
    { label: texts.wildcards, value: flag(properties.wildcardSubscriptionAvailable) },
    { label: texts.subscriptionIds, value: flag(properties.subscriptionIdentifiersAvailable) },
    { label: texts.sharedSubscriptions, value: flag(properties.sharedSubscriptionAvailable) },
    { label: texts.responseInformation, value: properties.responseInformation },
    { label: texts.serverReference, value: properties.serverReference },
    ...Object.entries(userProperties).map(([name, value]) => ({
      label: name,
      value: format.list(typeof value === 'string' ? [value] : value),
    })),
  ]
  return all.filter(({ value }) => value !== undefined && value !== '' && value !== '–')
}
