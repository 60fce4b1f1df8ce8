import { createFakeClock, settle } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import {
  type CoapMessage,
  coapCode,
  coapOption,
  decodeCoap,
  encodeCoap,
  uintOf,
  uintOption,
} from '../coap-stack/message.ts'
import { createTestChannel, createTestContext } from '../test-context.ts'
import type { CoapSettings } from './manifest.ts'
import { runtime } from './runtime.ts'

const none = new Uint8Array(0)

async function start(changes: Partial<CoapSettings> = {}) {
  const clock = createFakeClock()
  const settings: CoapSettings = {
    connection_required: false,
    heartbeat: 30_000,
    notify_type: 'qos',
    subscribe_qos: 'coap',
    publish_qos: 'coap',
    ...changes,
  }
  const { context, ...broker } = createTestContext({ settings, clock })
  const gateway = await runtime.start(context)
  const turns = async () => {
    for (let turn = 0; turn < 10; turn += 1) await settle()
  }
  const device = (port: number) => {
    const channel = createTestChannel({ transport: 'udp', isDatagram: true, port })
    const handler = channel.attach((one) => gateway.accept(one))
    let id = 0
    let received = 0
    const sent = () =>
      channel.sent.map((datagram) => {
        const message = decodeCoap(datagram)
        if (!message || 'malformed' in message) throw new Error('the gateway has sent a malformed message')
        return message
      })
    const send = (message: Partial<CoapMessage>) => {
      id += 1
      const bytes = encodeCoap({
        type: 'con',
        code: 0,
        id,
        token: Uint8Array.of(7),
        options: [],
        payload: none,
        ...message,
      })
      received += bytes.length
      handler.data(bytes)
      return message.id ?? id
    }
    const request = (code: number, uri: string, observe?: number) => {
      const [path = '', query = ''] = uri.split('?')
      const texts = (number: number, values: readonly string[]) =>
        values.map((value) => ({ number, value: Buffer.from(value) }))
      return send({
        code,
        options: [
          ...(observe === undefined ? [] : [uintOption(coapOption.observe, observe)]),
          ...texts(coapOption.uriPath, path.split('/')),
          ...texts(coapOption.uriQuery, query.split('&')),
        ],
      })
    }
    return {
      close: () => handler.closed('server_shutting_down'),
      sent,
      send,
      request,
      /** Sends a request and returns the response. */
      async ask(code: number, uri: string, observe?: number) {
        const own = request(code, uri, observe)
        await turns()
        const answer = sent().find((one) => one.type === 'ack' && one.id === own)
        return { code: answer?.code, text: Buffer.from(answer?.payload ?? []).toString() }
      },
      answerPing() {
        const ping = sent().find((one) => one.type === 'con' && one.code === coapCode.empty)
        send({ type: 'rst', id: ping?.id ?? 0, token: none })
      },
      payloads: () =>
        sent()
          .filter((one) => one.type !== 'ack' && one.code === coapCode.content)
          .map(({ payload }) => Buffer.from(payload).toString()),
      bytes: () => ({ received, sent: channel.sent.reduce((total, one) => total + one.length, 0) }),
    }
  }
  return { clock, broker, device, turns }
}

test('notifications wait until the address of an observer has answered a ping', async () => {
  const { broker, device, turns } = await start()
  const observer = device(1)
  expect((await observer.ask(coapCode.get, 'ps/a?clientid=d', 0)).code).toBe(coapCode.content)
  broker.publish('a', 'one')
  await turns()
  expect(observer.payloads()).toEqual([])
  observer.answerPing()
  await turns()
  expect(observer.payloads()).toEqual(['one'])
})

test('after the end of its channel, a client can connect again', async () => {
  const { device } = await start()
  const first = device(1)
  expect((await first.ask(coapCode.post, 'mqtt/connection?clientid=d')).code).toBe(coapCode.created)
  first.close()
  expect((await device(2).ask(coapCode.post, 'mqtt/connection?clientid=d')).code).toBe(coapCode.created)
})

test('an observation with the address of a victim sends it at most three times the request, and ends', async () => {
  const { broker, device, clock, turns } = await start({ notify_type: 'non' })
  const victim = device(1)
  await victim.ask(coapCode.get, 'ps/a?clientid=d', 0)
  for (let count = 0; count < 100; count += 1) broker.publish('a', 'x'.repeat(1000))
  for (let turn = 0; turn < 10; turn += 1) {
    clock.advance(20_000)
    await turns()
  }
  const { received, sent } = victim.bytes()
  expect(sent).toBeLessThanOrEqual(received * 3)
  expect(victim.payloads()).toEqual([])
  expect(() => broker.client('d')).toThrow()
})

test('notifications to an address that has taken over a connection wait until it has answered', async () => {
  const { broker, device, turns } = await start()
  const first = device(1)
  const { text: token } = await first.ask(coapCode.post, 'mqtt/connection?clientid=d')
  await first.ask(coapCode.get, `ps/a?clientid=d&token=${token}`, 0)
  broker.publish('a', 'one')
  await turns()
  expect(first.payloads()).toEqual(['one'])
  const moved = device(2)
  await moved.ask(coapCode.put, `mqtt/connection?clientid=d&token=${token}`)
  broker.publish('a', 'two')
  await turns()
  expect([first.payloads(), moved.payloads()]).toEqual([['one'], []])
  moved.answerPing()
  await turns()
  expect(moved.payloads()).toEqual(['two'])
})

test('a connection ends one and a half heartbeats after its last request', async () => {
  const { broker, device, clock } = await start({ heartbeat: 10_000 })
  const client = device(1)
  const { text: token } = await client.ask(coapCode.post, 'mqtt/connection?clientid=d')
  const uri = `mqtt/connection?clientid=d&token=${token}`
  clock.advance(14_000)
  expect((await client.ask(coapCode.put, uri)).code).toBe(coapCode.changed)
  clock.advance(14_900)
  expect(broker.client('d').info.clientId).toBe('d')
  clock.advance(200)
  expect(() => broker.client('d')).toThrow()
  expect((await client.ask(coapCode.put, uri)).code).toBe(coapCode.badRequest)
})

test('a flood of requests of one address is answered with 5.03 beyond 32 in progress, and other addresses are served', async () => {
  const { device, turns } = await start()
  const flooding = device(1)
  const other = device(2)
  for (let count = 0; count < 50; count += 1) flooding.request(coapCode.put, 'ps/a?clientid=d')
  const own = other.request(coapCode.put, 'ps/a?clientid=e')
  await turns()
  const codes = flooding.sent().map(({ code }) => code)
  expect(codes.filter((code) => code === coapCode.unavailable)).toHaveLength(18)
  expect(codes.filter((code) => code === coapCode.changed)).toHaveLength(32)
  expect(other.sent()).toMatchObject([{ id: own, code: coapCode.changed }])
})

test('a message larger than a block is one notification, and the client fetches its further blocks', async () => {
  const { broker, device, turns } = await start({ notify_type: 'non' })
  const observer = device(1)
  await observer.ask(coapCode.get, 'ps/a?clientid=d', 0)
  observer.answerPing()
  await turns()
  broker.publish('a', 'x'.repeat(1500))
  broker.publish('a', 'next')
  await turns()
  // The next message waits, because it would replace the body.
  expect(observer.payloads()).toEqual(['x'.repeat(1024)])
  const path = ['ps', 'a'].map((value) => ({ number: coapOption.uriPath, value: Buffer.from(value) }))
  const query = { number: coapOption.uriQuery, value: Buffer.from('clientid=d') }
  const id = observer.send({
    code: coapCode.get,
    token: Uint8Array.of(9),
    options: [...path, query, uintOption(coapOption.block2, 0x16)],
  })
  await turns()
  const second = observer.sent().find((one) => one.type === 'ack' && one.id === id)
  expect(second?.payload).toHaveLength(476)
  expect(second && uintOf(second, coapOption.observe)).toBeUndefined()
  expect(observer.payloads()).toEqual(['x'.repeat(1024), 'next'])
})
