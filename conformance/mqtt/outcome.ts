import type { RawClient } from '@mqdeck/testkit'
import type { Packet } from 'mqtt-packet'
import { expect } from 'vitest'

/**
 * Sends packets and PINGREQ, and returns the answers before PINGRESP as hexadecimal text, followed by `open` or `closed`.
 * A DISCONNECT with an error, which a server of MQTT 5 may send before it closes [MQTT-4.13.1-1], is left out.
 */
export async function outcomeOf(client: RawClient, ...packets: readonly Uint8Array[]): Promise<string> {
  const before = client.unread.length
  for (const packet of packets) client.sendBytes(packet)
  client.send({ cmd: 'pingreq' })
  const open = await client.next('pingresp').then(
    () => true,
    () => false,
  )
  if (!open) await client.waitForClose()
  const answers = client.unread.slice(before)
  const last = answers.at(-1)
  if (!open && client.version === 5 && last && isError(last)) answers.pop()
  return [...answers.map((answer) => client.bytesOf(answer).toString('hex')), open ? 'open' : 'closed'].join(' ')
}

const isError = (packet: Packet) => packet.cmd === 'disconnect' && (packet.reasonCode ?? 0) >= 0x80

export type Case = readonly [title: string, ...packets: Uint8Array[]]

/** Sends each case on its own connection and compares all outcomes. */
export async function expectOutcomes(open: () => Promise<RawClient>, cases: readonly Case[], outcome: string) {
  const outcomes: (readonly [string, string])[] = []
  const waiting = [...cases]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [title, ...packets] = next
      const client = await open()
      outcomes.push([title, await outcomeOf(client, ...packets)])
      await client.destroy()
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(cases.map(([title]) => [title, outcome])))
}

/** A packet as one line: `publish 3 qos 1 dup x`, `connack resumed`, `pubrel 3`. */
export function lineOf(packet: Packet): string {
  if (packet.cmd === 'connack') return packet.sessionPresent ? 'connack resumed' : 'connack'
  if (packet.cmd !== 'publish') return [packet.cmd, ...(packet.messageId ? [packet.messageId] : [])].join(' ')
  const { qos, dup, retain, messageId, payload } = packet
  const flags = [...(dup ? ['dup'] : []), ...(retain ? ['retain'] : [])]
  return ['publish', ...(messageId ? [messageId] : []), `qos ${qos}`, ...flags, payload.toString()].join(' ')
}

/** All packets that a client received, in the order on the wire. */
export const wireOf = (client: RawClient) => client.received.map(lineOf)
