import type { ClientInfo, Hooks } from '@mqdeck/broker'
import type { SysTopicsSettings } from './settings.ts'

type ClientEvent = 'connected' | 'disconnected' | 'subscribed' | 'unsubscribed'

export interface ClientEventsOptions {
  readonly hooks: Pick<Hooks, 'on'>
  /** Currently enabled events. */
  readonly switches: () => SysTopicsSettings['sys_event_messages']
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Publishes an event. `payload` is only called if there are subscribers. */
  readonly publishEvent: (
    event: ClientEvent,
    client: ClientInfo,
    payload: () => Readonly<Record<string, unknown>>,
  ) => void
}

/** Publishes client events as EMQX does under `$SYS/brokers/{node}/clients/{clientid}/...`. Returns a function that stops it. */
export function publishClientEvents({ hooks, switches, now, publishEvent }: ClientEventsOptions): () => void {
  const removers = [
    hooks.on('client.connected', (client, { connectedAt, sessionExpiryInterval }) => {
      if (!switches().client_connected) return
      publishEvent('connected', client, () => ({
        ...connectionOf(client, connectedAt),
        ts: now(),
        keepalive: client.keepalive,
        clean_start: client.cleanStart,
        // Milliseconds, unlike in the management API, which uses seconds.
        expiry_interval: sessionExpiryInterval * 1000,
      }))
    }),
    hooks.on('client.disconnected', (client, reason, { connectedAt, disconnectedAt }) => {
      if (!switches().client_disconnected) return
      publishEvent('disconnected', client, () => ({
        ...connectionOf(client, connectedAt),
        ts: now(),
        reason,
        disconnected_at: disconnectedAt,
      }))
    }),
    hooks.on('session.subscribed', (client, { topic, qos, nl, rap, rh, subscriptionId }, isNew) => {
      if (!switches().client_subscribed) return
      const subid = subscriptionId === undefined ? {} : { subid: subscriptionId }
      publishEvent('subscribed', client, () => ({
        ...identityOf(client),
        ts: now(),
        topic,
        subopts: { qos, nl, rap, rh, is_new: isNew, ...subid },
      }))
    }),
    hooks.on('session.unsubscribed', (client, { topic }) => {
      if (!switches().client_unsubscribed) return
      publishEvent('unsubscribed', client, () => ({ ...identityOf(client), ts: now(), topic }))
    }),
  ]
  return () => {
    for (const remove of removers) remove()
  }
}

const identityOf = ({ clientId, username }: ClientInfo) => ({
  clientid: clientId,
  // EMQX's value for clients without a username.
  username: username ?? 'undefined',
  protocol: 'mqtt',
})

const connectionOf = (client: ClientInfo, connectedAt: number) => ({
  ...identityOf(client),
  ipaddress: client.peerhost,
  sockport: client.sockport,
  proto_name: client.protocolName,
  proto_ver: client.protocolVersion,
  connected_at: connectedAt,
})
