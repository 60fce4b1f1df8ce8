/** An MQTT client in the browser, used by the WebSocket client and the topic explorer. */
export { ConnectButton } from './connect-button.tsx'
export { connectionFieldMessages } from './connection-field-messages.ts'
export {
  AddressFields,
  type ConnectionFieldsProps,
  CredentialFields,
  useProposedAddress,
} from './connection-fields.tsx'
export { ConnectionProblemView } from './connection-problem-view.tsx'
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
export { stateTones } from './state-tone.ts'
export {
  colourCount,
  type Subscription,
  type SubscriptionRequest,
  splitFilters,
  subscriptionOf,
} from './subscription.ts'
export { type Ticker, ticker } from './ticker.ts'
export { useValue } from './use-value.ts'
