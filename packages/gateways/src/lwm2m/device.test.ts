import { silentLog } from '@mqdeck/kit'
import { createFakeClock, settle } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import {
  type CoapMessage,
  coapCode,
  coapOption,
  decodeCoap,
  encodeCoap,
  textsOf,
  uintOf,
  uintOption,
} from '../coap-stack/message.ts'
import type { Peer } from '../coap-stack/peer.ts'
import type { RunningGateway } from '../port.ts'
import { createTestChannel, createTestContext } from '../test-context.ts'
import type { Lwm2mDetails } from './details.ts'
import { Device } from './device.ts'
import type { Lwm2mSettings } from './manifest.ts'
import { contentFormat } from './payload.ts'
import { runtime } from './runtime.ts'

const settings: Lwm2mSettings = {
  lifetime_min: 15_000,
  lifetime_max: 86_400_000,
  qmode_time_window: 22_000,
  auto_observe: false,
  update_msg_publish_condition: 'contains_object_list',
  xml_dir: '/nowhere',
  translators: {
    command: { topic: 'dn/#', qos: 0 },
    response: { topic: 'up/resp', qos: 0 },
    notify: { topic: 'up/notify', qos: 0 },
    register: { topic: 'up/resp', qos: 0 },
    update: { topic: 'up/update', qos: 0 },
  },
}

const turns = async () => {
  for (let turn = 0; turn < 8; turn += 1) await settle()
}

async function start(changes: Partial<Lwm2mSettings> = {}) {
  const clock = createFakeClock()
  const context = createTestContext({ settings: { ...settings, ...changes }, clock })
  const gateway = await runtime.start(context.context)
  const messages = (topic: string) =>
    context.published
      .filter((one) => one.topic === topic)
      .map(({ payload }) => JSON.parse(Buffer.from(payload).toString()))
  return { clock, context, gateway, messages, device: (port = 50_000) => createDevice(gateway.accept, port) }
}

function createDevice(accept: RunningGateway['accept'], port: number) {
  const channel = createTestChannel({ transport: 'udp', isDatagram: true, port })
  const handler = channel.attach(accept)
  let id = 0
  const received = (): readonly CoapMessage[] =>
    channel.sent.flatMap((bytes) => {
      const message = decodeCoap(bytes)
      return message && !('malformed' in message) ? [message] : []
    })
  const send = async (message: Partial<CoapMessage> & { readonly code: number }) => {
    id += 1
    handler.data(
      encodeCoap({ type: 'con', id, token: Buffer.from([id]), options: [], payload: Buffer.alloc(0), ...message }),
    )
    await turns()
    return received().find((one) => one.id === (message.id ?? id) && one.type === 'ack')?.code
  }
  const path = (text: string) => text.split('/').map((one) => ({ number: coapOption.uriPath, value: Buffer.from(one) }))
  const query = (...all: readonly string[]) =>
    all.map((one) => ({ number: coapOption.uriQuery, value: Buffer.from(one) }))
  return {
    channel,
    received,
    register: (endpoint: string, ...more: readonly string[]) =>
      send({
        code: coapCode.post,
        options: [...path('rd'), ...query(`ep=${endpoint}`, 'lt=60', 'lwm2m=1.1', ...more)],
        payload: Buffer.from('</1/0>,</3/0>,</3303/0>'),
      }),
    update: (endpoint: string) => send({ code: coapCode.post, options: path(`rd/${endpoint}`) }),
    deregister: (endpoint: string) => send({ code: coapCode.delete, options: path(`rd/${endpoint}`) }),
    /** The requests of the gateway. */
    requests: () => received().filter(({ code, type }) => type === 'con' && code < 0x20 && code > 0),
    answer: async (request: CoapMessage | undefined, text: string, observe?: number) => {
      if (!request) throw new Error('no request')
      handler.data(
        encodeCoap({
          type: 'ack',
          code: coapCode.content,
          id: request.id,
          token: request.token,
          options: [
            ...(observe === undefined ? [] : [uintOption(coapOption.observe, observe)]),
            uintOption(coapOption.contentFormat, contentFormat.text),
          ],
          payload: Buffer.from(text),
        }),
      )
      await turns()
    },
    notify: (token: Uint8Array, sequence: number, text: string) =>
      send({
        type: 'non',
        code: coapCode.content,
        token,
        options: [uintOption(coapOption.observe, sequence), uintOption(coapOption.contentFormat, 0)],
        payload: Buffer.from(text),
      }),
  }
}

const pathOf = (request: CoapMessage | undefined) => request && textsOf(request, coapOption.uriPath).join('/')

test('the response to a registration is sent before the automatic observation', async () => {
  const { device } = await start({ auto_observe: true })
  const one = device()
  await one.register('ep')
  expect(one.received().map(({ type, code }) => [type, code])).toEqual([
    ['ack', coapCode.created],
    ['con', coapCode.get],
  ])
})

test('a registration with another endpoint name ends the previous registration of the address', async () => {
  const { context, device, gateway } = await start()
  const one = device()
  await Promise.all([one.register('first'), one.register('second')])
  expect(() => context.client('first')).toThrow()
  expect(gateway.api.lookup({ clientId: 'first', path: '/3', action: 'read' })).toBe('unknown')
  expect(context.client('second').info.clientId).toBe('second')
})

describe('an observation made by MQTT or the API', () => {
  test('reports each notification with the fields of its command, until it is cancelled', async () => {
    const { context, gateway, messages, device } = await start()
    const one = device()
    await one.register('ep')
    context.publish('dn/dm', '{"reqID": 7, "msgType": "observe", "data": {"path": "/3/0/9"}}')
    await turns()
    const [request] = one.requests()
    await one.answer(request, '80', 1)
    await one.notify(request?.token ?? Buffer.alloc(0), 2, '79')
    expect(messages('up/notify')).toEqual([
      {
        reqID: 7,
        msgType: 'notify',
        seqNum: 2,
        data: { reqPath: '/3/0/9', code: '2.05', codeMsg: 'content', content: [{ path: '/3/0/9', value: 79 }] },
      },
    ])
    expect(await gateway.api.observe({ clientId: 'ep', path: '/3/0/9', enable: false })).toBe('sent')
    await turns()
    await one.answer(one.requests().at(-1), '79')
    expect(uintOf(lastOf(one.requests()), coapOption.observe)).toBe(1)
    await one.notify(request?.token ?? Buffer.alloc(0), 3, '78')
    expect(messages('up/notify')).toHaveLength(1)
    // The device is asked to stop.
    expect(one.received().at(-1)?.type).toBe('rst')
  })
})

describe('the commands of a device', () => {
  test('are sent one after another', async () => {
    const { context, device } = await start()
    const one = device()
    await one.register('ep')
    for (const id of [0, 1]) context.publish('dn/dm', `{"msgType": "read", "data": {"path": "/3/0/${id}"}}`)
    await turns()
    expect(one.requests().map(pathOf)).toEqual(['3/0/0'])
    await one.answer(one.requests()[0], 'x')
    expect(one.requests().map(pathOf)).toEqual(['3/0/0', '3/0/1'])
  })

  test('wait in queue mode until the device sends something', async () => {
    const { clock, context, device } = await start()
    const one = device()
    await one.register('ep', 'b=UQ')
    clock.advance(23_000)
    context.publish('dn/dm', '{"msgType": "read", "data": {"path": "/3/0/0"}}')
    await turns()
    expect(one.requests()).toEqual([])
    await one.update('ep')
    expect(one.requests().map(pathOf)).toEqual(['3/0/0'])
  })

  test('that are invalid are ignored by MQTT and refused by the API', async () => {
    const { context, gateway, device } = await start()
    const one = device()
    await one.register('ep')
    for (const text of ['{bad', '{}', '{"msgType": "write", "data": {"path": "/3/0/1"}}'])
      context.publish('dn/dm', text)
    await turns()
    expect(one.requests()).toEqual([])
    await expect(gateway.api.read({ clientId: 'ep', path: 'x' })).rejects.toThrow('path: must be a path')
    await expect(gateway.api.write({ clientId: 'ep', path: '/1/0/1', type: 'Foo', value: '1' })).rejects.toThrow(
      'type: must be',
    )
    expect(await gateway.api.read({ clientId: 'gone', path: '/3/0/0' })).toBe('unknown')
  })
})

describe('a registration', () => {
  test('ends after its lifetime without an update', async () => {
    const { clock, gateway, device } = await start()
    const one = device()
    await one.register('ep')
    clock.advance(50_000)
    expect(await one.update('ep')).toBe(coapCode.changed)
    clock.advance(59_000)
    expect(await gateway.api.read({ clientId: 'ep', path: '/3' })).toBe('sent')
    clock.advance(2000)
    expect(await gateway.api.read({ clientId: 'ep', path: '/3' })).toBe('unknown')
    expect(await one.update('ep')).toBe(coapCode.notFound)
  })

  test('cannot be ended from another address', async () => {
    const { gateway, device } = await start()
    await device().register('ep')
    expect(await device(50_001).deregister('ep')).toBe(coapCode.notFound)
    expect(await gateway.api.read({ clientId: 'ep', path: '/3' })).toBe('sent')
  })

  test('publishes an update only with a list of objects', async () => {
    const { messages, device } = await start()
    const one = device()
    await one.register('ep')
    await one.update('ep')
    expect(messages('up/update')).toEqual([])
  })

  test('shows objects with names, units and the latest values', async () => {
    const { context, gateway, device } = await start()
    const one = device()
    await one.register('ep')
    await gateway.api.read({ clientId: 'ep', path: '/3/0/9' })
    await turns()
    await one.answer(one.requests()[0], '66')
    // The fields that the API shows.
    const { objects } = context.client('ep').details.lwm2m as Lwm2mDetails
    expect(objects.map(({ id, name }) => [id, name])).toEqual([
      [1, 'LwM2M Server'],
      [3, 'Device'],
      [3303, undefined],
    ])
    expect(objects[1]?.instances[0]?.resources.find(({ id }) => id === 9)).toEqual({
      id: 9,
      name: 'Battery Level',
      type: 'Integer',
      unit: '%',
      operations: 'R',
      value: 66,
    })
    expect(gateway.api.lookup({ clientId: 'ep', path: '/3/0/9', action: 'read' })).toEqual({
      code: '2.05',
      codeMsg: 'content',
      content: [{ path: '/3/0/9', value: 66, name: 'Battery Level', dataType: 'Integer', operations: 'R' }],
    })
  })
})

test('updates do not compute the objects of the device, which are read with its details', async () => {
  let computations = 0
  const clock = createFakeClock()
  const { context, client: clientOf } = createTestContext({ settings, clock })
  const objects = Array.from({ length: 1000 }, (_, instance) => `/3303/${instance}`)
  const links = { objects, alternatePath: '/' }
  const registration = { endpoint: 'ep', lifetime: 60, query: {}, links, version: '1.0', password: undefined }
  const device = new Device({} as Peer<Device>, registration, {
    clock,
    log: silentLog,
    settings: () => settings,
    objects: () => {
      computations += 1
      return new Map()
    },
    onEnd: () => {},
  })
  const request = { clientId: 'ep', protocolName: 'LwM2M', protocolVersion: '1.0' }
  const outcome = await context.connect(createTestChannel({ transport: 'udp' }), request, device.handlers)
  if ('refused' in outcome) throw new Error(outcome.reason)
  device.onRegister(outcome.client)
  for (let count = 0; count < 100; count += 1) device.update({ query: {}, lifetime: 60 + count, links: undefined })
  expect(computations).toBe(0)
  const { lifetime, lwm2m } = clientOf('ep').details
  expect(lifetime).toBe(159)
  expect((lwm2m as Lwm2mDetails).objects[0]?.instances).toHaveLength(1000)
  expect(computations).toBe(1)
})

function lastOf(all: readonly CoapMessage[]): CoapMessage {
  const last = all.at(-1)
  if (!last) throw new Error('no message')
  return last
}
