import type { RawClient } from '@mqdeck/testkit'
import { expect } from 'vitest'

/**
 * Checks that the client received nothing unexpected. Call it after everything that could have caused a message is
 * acknowledged: the response to PINGREQ follows all messages in flight.
 */
export async function expectNothing(client: RawClient): Promise<void> {
  await client.ping()
  expect(client.unread).toEqual([])
}

/** Checks that the broker sent a reason code, if the MQTT version has one, and closed the connection. */
export async function expectRefused(client: RawClient, reasonCodes?: readonly number[]): Promise<void> {
  await client.waitForClose()
  // [MQTT-3.14.0-1] before CONNACK there is no DISCONNECT.
  if (client.received[0]) expect(client.received[0].cmd).toBe('connack')
  const told = client.unread.flatMap((packet) => {
    if (packet.cmd === 'connack') return [packet.reasonCode ?? packet.returnCode ?? 0]
    return packet.cmd === 'disconnect' ? [packet.reasonCode ?? 0] : []
  })
  // A server may close without DISCONNECT [MQTT-4.13.1-1]. If it sends one, the reason code must be right.
  if (told.length > 0 && reasonCodes) expect(reasonCodes).toContain(told[0])
  if (told.length > 0) expect(told[0]).toBeGreaterThanOrEqual(client.version === 5 ? 0x80 : 1)
  expect(told.length).toBeLessThanOrEqual(1)
  expect(client.unread.length).toBe(told.length)
}
