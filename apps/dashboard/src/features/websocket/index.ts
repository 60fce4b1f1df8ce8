/** An MQTT client in the browser, used by the WebSocket client and the topic explorer. */
export { ConnectButton } from './mqtt-client/connect-button.tsx'
export { connectionFieldMessages } from './mqtt-client/connection-field-messages.ts'
export {
  AddressFields,
  type ConnectionFieldsProps,
  CredentialFields,
  useProposedAddress,
} from './mqtt-client/connection-fields.tsx'
export { isLoginProblem } from './mqtt-client/connection-problem.ts'
export { ConnectionProblemView } from './mqtt-client/connection-problem-view.tsx'
export {
  addressOf,
  bounds,
  type ConnectionSettings,
  faultsOf,
  infiniteExpiry,
  newSettings,
  type SettingsFaults,
  type Will,
} from './mqtt-client/connection-settings.ts'
export { loadLibrary } from './mqtt-client/load-library.ts'
export type { Delivery, MessageProperties, NewMessage } from './mqtt-client/message.ts'
export {
  type ConnectionParts,
  createMqttConnection,
  type EstablishedConnection,
  type MqttConnection,
} from './mqtt-client/mqtt-connection.ts'
export { socketOpener } from './mqtt-client/open-socket.ts'
export { type OutgoingMessage, toPublishOptions } from './mqtt-client/outgoing-message.ts'
export { preciseNow } from './mqtt-client/precise-now.ts'
export { stateTones } from './mqtt-client/state-tone.ts'
export {
  colourCount,
  type Subscription,
  type SubscriptionRequest,
  splitFilters,
  subscriptionOf,
} from './mqtt-client/subscription.ts'
export { type Ticker, ticker } from './mqtt-client/ticker.ts'
export { useValue } from './mqtt-client/use-value.ts'
