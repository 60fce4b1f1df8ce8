import type { Hooks, Message } from '@mqdeck/broker'
import type { Columns } from '../sql/columns.ts'
import {
  ackedColumns,
  authnColumns,
  authzColumns,
  connackColumns,
  connectedColumns,
  deliveredColumns,
  deliveryDroppedColumns,
  disconnectedColumns,
  droppedColumns,
  type Occurrence,
  subscribedColumns,
  unsubscribedColumns,
} from './event-columns.ts'

/** Details of an event that are not columns. */
export interface EventDetails {
  readonly clientId: string | undefined
  /** Only for events of messages. */
  readonly message?: Message
}

export interface ListenOptions {
  readonly hooks: Hooks
  readonly occur: () => Occurrence
  /** True for system topics, which rules do not see. */
  readonly isIgnored: (topic: string) => boolean
  readonly fire: (event: string, columns: Columns, details: EventDetails) => void
}

/**
 * Listens to an event and returns a function that stops listening. Undefined if the broker has no hook for the event.
 */
export function listen(event: string, { hooks, occur, isIgnored, fire }: ListenOptions): (() => void) | undefined {
  const ofClient = (columns: Columns, { clientId }: { readonly clientId: string }) => fire(event, columns, { clientId })
  const ofMessage = (columns: Columns, message: Message, clientId: string) =>
    fire(event, columns, { message, clientId })

  switch (event) {
    case 'message.delivered':
      return hooks.on(event, (client, message, qos) => {
        if (!isIgnored(message.topic))
          ofMessage(deliveredColumns({ client, message, qos }, occur()), message, client.clientId)
      })
    case 'message.acked':
      return hooks.on(event, (client, message, properties) => {
        if (!isIgnored(message.topic))
          ofMessage(ackedColumns({ client, message, properties }, occur()), message, client.clientId)
      })
    case 'message.dropped':
      return hooks.on(event, (message, reason) => {
        if (!isIgnored(message.topic))
          ofMessage(droppedColumns({ message, reason }, occur()), message, message.from.clientId)
      })
    case 'delivery.dropped':
      return hooks.on(event, (client, message, reason) => {
        if (!isIgnored(message.topic))
          ofMessage(deliveryDroppedColumns({ client, message, reason }, occur()), message, client.clientId)
      })
    case 'client.connected':
      return hooks.on(event, (client, details) => ofClient(connectedColumns({ client, details }, occur()), client))
    case 'client.disconnected':
      return hooks.on(event, (client, reason, times) =>
        ofClient(disconnectedColumns({ client, reason, times }, occur()), client),
      )
    case 'client.connack':
      return hooks.on(event, (client, reasonCode, details) => {
        const occurrence = occur()
        ofClient(connackColumns({ client, details, reasonCode, at: occurrence.at }, occurrence), client)
      })
    case 'client.check_authz_complete':
      return hooks.on(event, (client, action, result, source) =>
        ofClient(authzColumns({ client, action, result, source }, occur()), client),
      )
    case 'client.check_authn_complete':
      return hooks.on(event, (client, result, isAnonymous) =>
        ofClient(authnColumns({ client, result, isAnonymous }, occur()), client),
      )
    case 'session.subscribed':
      return hooks.on(event, (client, subscription) =>
        ofClient(subscribedColumns({ client, subscription }, occur()), client),
      )
    case 'session.unsubscribed':
      return hooks.on(event, (client, subscription) =>
        ofClient(unsubscribedColumns({ client, subscription }, occur()), client),
      )
    default:
      return undefined
  }
}
