import { silentLog, systemClock } from '@mqdeck/kit'
import { connectRaw, type EmbeddedBroker, startEmbedded } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFlapping, type Flapping, type FlappingBan } from './flapping.ts'

let embedded: EmbeddedBroker
let flapping: Flapping
let bans: FlappingBan[]
beforeEach(async () => {
  embedded = await startEmbedded()
  bans = []
  flapping = createFlapping({
    settings: { default: { enable: true, window_time: 60_000, max_count: 3, ban_time: 300_000 } },
    hooks: embedded.hooks,
    ban: async (ban) => {
      bans.push(ban)
    },
    clock: systemClock,
    log: silentLog,
  })
  // Like the service for bans.
  embedded.hooks.fold('client.connect', (decision, { clientId }) =>
    bans.some(({ who }) => who === clientId) ? 0x8a : decision,
  )
})
afterEach(async () => {
  flapping.stop()
  await embedded.stop()
})

/** Connects and goes; the answer is the reason code of CONNACK. */
async function visit(clientId: string, version: 4 | 5, cut = false): Promise<number> {
  const client = await connectRaw(embedded.endpoint(), { clientId, version })
  const { reasonCode = 0, returnCode = 0 } = client.connack()
  if (reasonCode || returnCode) await client.waitForClose()
  else if (cut) await client.destroy()
  else await client.disconnect()
  return reasonCode || returnCode
}

describe.each([4, 5] as const)('with MQTT version %i', (version) => {
  it('a client that reconnects repeatedly is rejected from the fourth time on, and others are not', async () => {
    const codes: number[] = []
    for (let i = 0; i < 4; i++) codes.push(await visit('restless', version, i === 1))
    expect(codes).toEqual([0, 0, 0, version === 5 ? 0x8a : 5])
    expect(bans).toMatchObject([{ as: 'clientid', who: 'restless' }])
    expect(await visit('calm', version)).toBe(0)
  })
})

it('two clients that take over the same client ID from each other are banned', async () => {
  const clients = []
  for (let i = 0; i < 4; i++) clients.push(await connectRaw(embedded.endpoint(), { clientId: 'twin' }))
  expect(bans).toMatchObject([{ who: 'twin' }])
  await clients.at(-1)?.disconnect()
})

it('rejected connections do not get a client ID banned', async () => {
  embedded.hooks.fold('client.authenticate', () => ({ result: 'deny', reasonCode: 0x86 }))
  for (let i = 0; i < 6; i++) expect(await visit('victim', 5)).toBe(0x86)
  expect([bans, flapping.watched]).toEqual([[], 0])
})
