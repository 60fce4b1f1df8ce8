import type { ClientInfo, Congestion, Hooks } from '@mqdeck/broker'
import type { Clock } from '@mqdeck/kit'
import type { AlarmPort } from './alarm.ts'

export interface CongestionAlarmsOptions {
  readonly alarms: AlarmPort
  readonly hooks: Pick<Hooks, 'on'>
  readonly clock: Clock
}

/** An alarm for each client that takes less than it is sent, until it has caught up for a minute or is gone. */
export interface CongestionAlarms {
  start(): void
  stop(): void
}

/** EMQX's default for `conn_congestion.min_alarm_sustain_duration`, which its API does not offer to change. */
const sustain = 60_000
const checkInterval = 5000
/** When everything is slow, a few of them tell as much as all. */
const atMost = 1000

export function createCongestionAlarms({ alarms, hooks, clock }: CongestionAlarmsOptions): CongestionAlarms {
  /** By client id: when it was congested last. */
  const congested = new Map<string, { readonly name: string; readonly at: number }>()
  let ends: readonly (() => void)[] = []

  const end = (clientId: string) => {
    const one = congested.get(clientId)
    if (!one) return
    congested.delete(clientId)
    alarms.deactivate(one.name)
  }
  const begin = (client: ClientInfo, congestion: Congestion) => {
    if (!congested.has(client.clientId) && congested.size >= atMost) return
    const name = nameOf(client)
    congested.set(client.clientId, { name, at: clock.now() })
    // Also when it lasts already: somebody may have ended it by hand.
    alarms.activate(name, detailsOf(client, congestion), `connection congested: ${congestion.pendingBytes} bytes wait`)
  }
  const check = () => {
    const since = clock.now() - sustain
    for (const [clientId, { at }] of congested) if (at <= since) end(clientId)
  }
  const stop = () => {
    for (const one of ends) one()
    ends = []
  }
  return {
    start() {
      stop()
      ends = [
        hooks.on('client.congested', begin),
        hooks.on('client.disconnected', ({ clientId }) => end(clientId)),
        clock.every(checkInterval, check),
      ]
    },
    stop,
  }
}

/** EMQX's words. */
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
