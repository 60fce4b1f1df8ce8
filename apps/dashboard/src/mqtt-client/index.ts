/** An MQTT client in the browser, used by the WebSocket client and the topic explorer. */
export { ConnectButton } from './connect-button.tsx'
export { connectionFieldMessages } from './connection-field-messages.ts'
export { AddressFields, CredentialFields, type ConnectionFieldsProps, useProposedAddress } from './connection-fields.tsx'
export { loadLibrary } from './load-library.ts'
export type { Delivery, MessageProperties, NewMessage } from './message.ts'
export {
  type ConnectionParts,
  createMqttConnection,
  type EstablishedConnection,
  type MqttConnection,
} from './mqtt-connection.ts'
export { socketOpener } from './open-socket.ts'
export { type OutgoingMessage, toPublishOptions } from './outgoing-message.ts'
export { preciseNow } from './precise-now.ts'
export {
  addressOf,
  bounds,
  type ConnectionSettings,
  faultsOf,
  infiniteExpiry,
  newSettings,
  type SettingsFaults,
  type Will,
} from './connection-settings.ts'
export { stateTones } from './state-tone.ts'
export { colourCount, splitFilters, type Subscription, subscriptionOf, type SubscriptionRequest } from './subscription.ts'
export { type Ticker, ticker } from './ticker.ts'
export { ConnectionProblemView } from './connection-problem-view.tsx'
export { useValue } from './use-value.ts'
