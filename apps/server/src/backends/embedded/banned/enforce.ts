import { type Broker, type ClientInfo, type DisconnectReason, hookPriority } from '@mqdeck/broker'
import type { Log } from '@mqdeck/kit'
import { toTest } from './matchers.ts'
import type { BanRecord, Bans } from './service.ts'

/** "Banned" (MQTT 5, 3.2.2.2). */
const banned = 0x8a

/** Rejects banned clients before any other check, and disconnects clients that were banned while they connected. */
export function enforceBans(broker: Pick<Broker, 'hooks' | 'kick' | 'clientSpaces'>, bans: Bans, log: Log): void {
  broker.hooks.fold('client.connect', (decision, client) => decision ?? (bans.isBanned(client) ? banned : undefined), {
    priority: hookPriority.bans,
  })
  broker.hooks.on('client.connected', (client) => {
    if (!bans.isBanned(client)) return
    const { clientId } = client
    poolOf(broker, client)
      .kick(clientId, 'banned')
      .catch((error: unknown) => log.error({ clientid: clientId, error }, 'kick_banned_client_failed'))
  })
}

/** Ends the connections and sessions of the clients that this ban matches. */
export async function kickBanned(broker: Broker, { as, who }: Pick<BanRecord, 'as' | 'who'>): Promise<void> {
  if (as === 'clientid') {
    await Promise.all(poolsOf(broker).map((pool) => pool.kick(who, 'banned')))
    return
  }
  await kickWhere(broker, toTest(as, who))
}

/** Ends the connections and sessions of all clients that a ban matches. */
export async function kickWhere(broker: Broker, isBanned: (client: ClientInfo) => boolean): Promise<void> {
  for (const pool of poolsOf(broker)) {
    const found: string[] = []
    for (const { info } of pool.clients()) {
      if (broker.turn.spend()) await broker.turn.next()
      if (isBanned(info)) found.push(info.clientId)
    }
    await kickAll({ turn: broker.turn, kick: pool.kick }, found, 'banned')
  }
}

/** The clients of MQTT and of each gateway. */
const poolsOf = (broker: Pick<Broker, 'clients' | 'kick' | 'clientSpaces'>) => [broker, ...broker.clientSpaces()]

/** The clients among which this client ID is unique. */
function poolOf(
  broker: Pick<Broker, 'kick' | 'clientSpaces'>,
  { gateway, clientId }: ClientInfo,
): Pick<Broker, 'kick'> {
  if (gateway === undefined) return broker
  const own = [...broker.clientSpaces()].find((space) => space.client(clientId)?.info.gateway === gateway)
  return own ?? broker
}

/** Ends these connections and sessions. Resolves when all of them have ended. */
export async function kickAll(
  broker: Pick<Broker, 'turn' | 'kick'>,
  clientIds: readonly string[],
  reason: DisconnectReason,
): Promise<void> {
  const kicked: Promise<boolean>[] = []
  for (const clientId of clientIds) {
    if (broker.turn.spend()) await broker.turn.next()
    kicked.push(broker.kick(clientId, reason))
  }
  await Promise.all(kicked)
}
