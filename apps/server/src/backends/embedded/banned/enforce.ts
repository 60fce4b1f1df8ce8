import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Broker } from '@mqdeck/broker'
import type { Log } from '@mqdeck/kit'
import type { BanRecord, Bans } from './bans.ts'
import { toTest } from './matchers.ts'

/** "Banned" (MQTT 5, 3.2.2.2). */
const banned = 0x8a

/** Refuses banned clients before anything else is looked at, and ends those whose ban came while they were let in. */
export function enforceBans(broker: Pick<Broker, 'hooks' | 'kick'>, bans: Bans, log: Log): void {
  broker.hooks.fold('client.connect', (decision, client) => decision ?? (bans.isBanned(client) ? banned : undefined), {
    priority: -1000,
  })
  broker.hooks.on('client.connected', (client) => {
    if (!bans.isBanned(client)) return
    const { clientId } = client
    broker
      .kick(clientId, 'banned')
      .catch((error: unknown) => log.error({ clientid: clientId, error }, 'kick_banned_client_failed'))
  })
}

/** Clients to look at before it is the turn of others. */
const atOnce = 2000

/** Ends the connections and sessions of those whom this ban fits. */
export async function kickBanned(broker: Broker, { as, who }: Pick<BanRecord, 'as' | 'who'>): Promise<void> {
  if (as === 'clientid') {
    await broker.kick(who, 'banned')
    return
  }
  const fits = toTest(as, who)
  const found: string[] = []
  let seen = 0
  for (const { info } of broker.clients()) {
    if (fits(info)) found.push(info.clientId)
    seen += 1
    if (seen % atOnce === 0) await nextTurn()
  }
  await Promise.all(found.map((clientId) => broker.kick(clientId, 'banned')))
}
