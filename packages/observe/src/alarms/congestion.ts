import type { ClientInfo, Congestion, Hooks } from '@mqdeck/broker'
import type { Clock } from '@mqdeck/kit'
import type { AlarmPort } from './alarm.ts'

export interface CongestionAlarmsOptions {
  readonly alarms: AlarmPort
  readonly hooks: Pick<Hooks, 'on'>
  readonly clock: Clock
}

/** An alarm per client that receives more slowly than messages are sent to it, until it has kept up for a minute or disconnects. */
export interface CongestionAlarms {
  start(): void
  stop(): void
}

/** EMQX's default of `conn_congestion.min_alarm_sustain_duration`, which cannot be changed via its API. */
const sustainMs = 60_000
const checkIntervalMs = 5000
/** Limit for the number of alarms if all clients are slow. */
const maxAlarms = 1000

export function createCongestionAlarms({ alarms, hooks, clock }: CongestionAlarmsOptions): CongestionAlarms {
  /** Time of the last congestion by client ID. */
  const congested = new Map<string, { readonly name: string; readonly at: number }>()
  let removers: readonly (() => void)[] = []

  const deactivate = (clientId: string) => {
    const entry = congested.get(clientId)
    if (!entry) return
    congested.delete(clientId)
    alarms.deactivate(entry.name)
  }
  const activate = (client: ClientInfo, congestion: Congestion) => {
    if (!congested.has(client.clientId) && congested.size >= maxAlarms) return
    const name = nameOf(client)
    congested.set(client.clientId, { name, at: clock.now() })
    // Called even if it is already active, since a user may have deactivated it.
    alarms.activate(
      name,
      detailsOf(client, congestion),
      `connection congested: ${congestion.pendingBytes} bytes are waiting to be sent`,
    )
  }
  const check = () => {
    const since = clock.now() - sustainMs
    for (const [clientId, { at }] of congested) if (at <= since) deactivate(clientId)
  }
  const stop = () => {
    for (const remove of removers) remove()
    removers = []
  }
  return {
    start() {
      stop()
      removers = [
        hooks.on('client.congested', activate),
        hooks.on('client.disconnected', ({ clientId }) => deactivate(clientId)),
        clock.every(checkIntervalMs, check),
      ]
    },
    stop,
  }
}

/** EMQX's alarm name. */
const nameOf = ({ clientId, username = 'unknown_user' }: ClientInfo) => `conn_congestion/${clientId}/${username}`

const detailsOf = (client: ClientInfo, { pendingBytes, highWatermark, queued }: Congestion) => ({
  clientid: client.clientId,
  username: client.username ?? 'unknown_user',
  peername: `${client.peerhost.includes(':') ? `[${client.peerhost}]` : client.peerhost}:${client.peerport}`,
  listener: client.listener,
  proto_name: client.protocolName,
  proto_ver: client.protocolVersion,
  keepalive: client.keepalive,
  clean_start: client.cleanStart,
  send_pend: pendingBytes,
  high_watermark: highWatermark,
  mqueue_len: queued,
})
