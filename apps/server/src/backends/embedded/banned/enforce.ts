import type { Broker, ClientInfo, Hooks } from '@mqdeck/broker'
import type { Bans } from './bans.ts'

/** "Banned" (MQTT 5, 3.2.2.2). */
const banned = 0x8a

/** Refuses banned clients before anything else is looked at. */
export function refuseBanned(hooks: Hooks, bans: Bans): void {
  hooks.fold('client.connect', (decision, client) => decision ?? (bans.isBanned(client) ? banned : undefined), {
    priority: -1000,
  })
}

/** Ends the connections and sessions of those who are banned now. */
export async function kickBanned(broker: Broker, bans: Bans): Promise<void> {
  const found: ClientInfo[] = []
  for (const { info } of broker.clients()) if (bans.isBanned(info)) found.push(info)
  await Promise.all(found.map(({ clientId }) => broker.kick(clientId, 'banned')))
}
