import type { ClientInfo, Hooks } from '@mqdeck/broker'
import type { SysTopicsSettings } from './settings.ts'

type ClientEvent = 'connected' | 'disconnected' | 'subscribed' | 'unsubscribed'

export interface ClientEventsOptions {
  readonly hooks: Pick<Hooks, 'on'>
  /** Which events are told at the moment. */
  readonly switches: () => SysTopicsSettings['sys_event_messages']
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** `payload` makes it: nobody may want it. */
  readonly tell: (event: ClientEvent, client: ClientInfo, payload: () => Readonly<Record<string, unknown>>) => void
}

/** Tells what happens to clients in the words of EMQX's `$SYS/brokers/{node}/clients/{clientid}/...`. Answers how to end it. */
export function watchClients({ hooks, switches, now, tell }: ClientEventsOptions): () => void {
  const ends = [
    hooks.on('client.connected', (client, { connectedAt, sessionExpiryInterval }) => {
      if (!switches().client_connected) return
      tell('connected', client, () => ({
        ...connectionOf(client, connectedAt),
        ts: now(),
        keepalive: client.keepalive,
        clean_start: client.cleanStart,
        // Milliseconds here, although the management API has seconds.
        expiry_interval: sessionExpiryInterval * 1000,
      }))
    }),
    hooks.on('client.disconnected', (client, reason, { connectedAt, disconnectedAt }) => {
      if (!switches().client_disconnected) return
      tell('disconnected', client, () => ({
        ...connectionOf(client, connectedAt),
        ts: now(),
        reason,
        disconnected_at: disconnectedAt,
      }))
    }),
    hooks.on('session.subscribed', (client, { topic, qos, nl, rap, rh, subscriptionId }, isNew) => {
      if (!switches().client_subscribed) return
      const subid = subscriptionId === undefined ? {} : { subid: subscriptionId }
      tell('subscribed', client, () => ({
        ...identityOf(client),
        ts: now(),
        topic,
        subopts: { qos, nl, rap, rh, is_new: isNew, ...subid },
      }))
    }),
    hooks.on('session.unsubscribed', (client, { topic }) => {
      if (!switches().client_unsubscribed) return
      tell('unsubscribed', client, () => ({ ...identityOf(client), ts: now(), topic }))
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

const identityOf = ({ clientId, username }: ClientInfo) => ({
  clientid: clientId,
  // The word that EMQX has for a client without a user name.
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
