import type { RawClient } from '@mqdeck/testkit'
import { expect } from 'vitest'

/**
 * Nothing was sent to the client that it did not ask for. Call it when whatever could have caused a message has been
 * acknowledged: the answer to PINGREQ comes after everything that was on its way.
 */
export async function expectNothing(client: RawClient): Promise<void> {
  await client.ping()
  expect(client.unread).toEqual([])
}

/** The broker said why (when its version of MQTT can) and closed the connection. */
export async function expectRefused(client: RawClient, reasonCodes?: readonly number[]): Promise<void> {
  await client.waitForClose()
  // [MQTT-3.14.0-1] before CONNACK there is no DISCONNECT.
  if (client.received[0]) expect(client.received[0].cmd).toBe('connack')
  const told = client.unread.flatMap((packet) => {
    if (packet.cmd === 'connack') return [packet.reasonCode ?? packet.returnCode ?? 0]
    return packet.cmd === 'disconnect' ? [packet.reasonCode ?? 0] : []
  })
  // A server may close without a word [MQTT-4.13.1-1]; what it says must be right.
  if (told.length > 0 && reasonCodes) expect(reasonCodes).toContain(told[0])
  if (told.length > 0) expect(told[0]).toBeGreaterThanOrEqual(client.version === 5 ? 0x80 : 1)
  expect(told.length).toBeLessThanOrEqual(1)
  expect(client.unread.length).toBe(told.length)
}
