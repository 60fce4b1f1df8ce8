/** An MQTT client in the browser, for all who need one: the WebSocket page and the topic explorer. */
export { ConnectButton } from './connect-button.tsx'
export { connectionFieldMessages } from './connection-field-messages.ts'
export { AddressFields, LoginFields, type PartProps, useProposedAddress } from './connection-fields.tsx'
export { loadLibrary } from './load-library.ts'
export type { Delivery, MessageProperties, NewMessage } from './message.ts'
export {
  type ConnectionParts,
  createMqttConnection,
  type Established,
  type MqttConnection,
} from './mqtt-connection.ts'
export { socketOpener } from './open-socket.ts'
export { type Outgoing, toPublishOptions } from './outgoing.ts'
export { preciseNow } from './precise-now.ts'
export {
  addressOf,
  bounds,
  type ConnectionSettings,
  faultsOf,
  never,
  newSettings,
  type SettingsFaults,
  type Will,
} from './settings.ts'
export { stateTones } from './state-tone.ts'
export { colours, filtersIn, type Subscription, subscriptionOf, type WantedSubscription } from './subscription.ts'
export { type Ticker, ticker } from './ticker.ts'
export { TroubleView } from './trouble-view.tsx'
export { useValue } from './use-value.ts'
