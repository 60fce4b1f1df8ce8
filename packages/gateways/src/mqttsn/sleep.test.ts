import { expect, test } from 'vitest'
import type { SnPacket } from './packets.ts'
import { connect, disconnect, pingreq, puback, startTestGateway, subscribe } from './test-device.ts'

const pingresp: SnPacket = { type: 'pingresp' }

async function asleep(more: Parameters<typeof startTestGateway>[0] = {}) {
  const gateway = await startTestGateway(more)
  const device = await gateway.connected('d', { cleanSession: false, duration: 60 })
  await device.send(subscribe('a'))
  expect(await device.send(disconnect(100))).toEqual([disconnect()])
  return { gateway, device }
}

test('a sleeping client gets its messages from a new address if it sends its client ID', async () => {
  const { gateway, device } = await asleep()
  gateway.publish('a', '1', { qos: 1 })
  gateway.publish('a', '2')
  expect(device.news()).toEqual([])
  expect(gateway.client('d').details).toEqual({ connected: false, sleep_state: 'asleep' })

  const moved = gateway.device()
  expect(await moved.send(pingreq('d'))).toMatchObject([{ type: 'publish', payload: Buffer.from('1') }])
  expect(gateway.client('d').details).toEqual({ connected: false, sleep_state: 'awake' })
  expect(await moved.send(puback(1))).toMatchObject([{ payload: Buffer.from('2') }, pingresp])
  expect(device.news()).toEqual([])
  expect(device.channel.endReason).toBe('moved')
  expect(gateway.client('d').channel.port).toBe(moved.channel.port)
  expect(gateway.client('d').details).toEqual({ connected: false, sleep_state: 'asleep' })
  gateway.publish('a', '3')
  expect(moved.news()).toEqual([])
  expect(await moved.send(pingreq('d'))).toMatchObject([{ payload: Buffer.from('3') }, pingresp])
})

test('a client does not wake up through another listener, or with another certificate', async () => {
  const { gateway } = await asleep()
  expect(await gateway.device({ listener: 'mqttsn:udp:other' }).send(pingreq('d'))).toEqual([])
  const certificate = { commonName: 'x', subject: 'CN=x' }
  expect(await gateway.device({ certificate }).send(pingreq('d'))).toEqual([])
  expect(await gateway.device().send(pingreq('d'))).toEqual([pingresp])
})

test('the client ID of a connected client does not move it to another address', async () => {
  const gateway = await startTestGateway()
  const device = await gateway.connected('d')
  expect(await gateway.device().send(pingreq('d'))).toEqual([])
  expect(await device.send(pingreq())).toEqual([pingresp])
})

test('a message that an awake client does not acknowledge is sent again when it wakes up the next time', async () => {
  const { gateway, device } = await asleep()
  gateway.publish('a', '1', { qos: 1 })
  expect(await device.send(pingreq('d'))).toMatchObject([{ type: 'publish', dup: false }])
  for (let repetition = 0; repetition < 3; repetition += 1) {
    await gateway.advance(10)
    expect(device.news()).toMatchObject([{ type: 'publish', dup: true }])
  }
  await gateway.advance(10)
  expect(device.news()).toEqual([])
  expect(await device.send(pingreq('d'))).toMatchObject([{ type: 'publish', dup: true, messageId: 1 }])
  expect(await device.send(puback(1))).toEqual([pingresp])
})

test('a repeated PINGREQ repeats the message that the client may not have received', async () => {
  const { gateway, device } = await asleep()
  gateway.publish('a', '1', { qos: 1 })
  await device.send(pingreq('d'))
  expect(await device.send(pingreq('d'))).toMatchObject([{ type: 'publish', dup: true, messageId: 1 }])
})

test('a sleeping client that connects gets its messages without a new registration', async () => {
  const { gateway, device } = await asleep()
  gateway.publish('a', '1', { qos: 1 })
  expect(await device.send(connect('d', { cleanSession: false }))).toMatchObject([
    { type: 'connack', code: 0 },
    { type: 'publish', topic: { kind: 'registered', id: 1025 } },
  ])
})

test('a sleeping client is lost 10 % after the announced time, without DISCONNECT, and its will is published', async () => {
  const gateway = await startTestGateway()
  const device = gateway.device()
  await device.send(connect('d', { will: true, duration: 10 }))
  await device.send({ type: 'willtopic', will: { topic: 'w', qos: 1, retain: false } })
  await device.send({ type: 'willmsg', payload: Buffer.from('lost') }, disconnect(100))
  await gateway.advance(109)
  expect(gateway.published).toEqual([])
  await gateway.advance(1)
  expect(gateway.published).toMatchObject([{ topic: 'w', qos: 1 }])
  expect(device.news()).toEqual([])
  expect(await device.send(pingreq('d'))).toEqual([])
})

test('each PINGREQ starts the time of a sleeping client again', async () => {
  const { gateway, device } = await asleep()
  for (let cycle = 0; cycle < 3; cycle += 1) {
    await gateway.advance(100)
    expect(await device.send(pingreq('d'))).toEqual([pingresp])
  }
})

test('a client that wakes up by CONNECT from another address does not cause its will', async () => {
  const gateway = await startTestGateway()
  const device = gateway.device()
  await device.send(connect('d', { will: true, cleanSession: false }))
  await device.send({ type: 'willtopic', will: { topic: 'w', qos: 1, retain: false } })
  await device.send({ type: 'willmsg', payload: Buffer.from('lost') }, disconnect(100))
  const moved = gateway.device()
  expect(await moved.send(connect('d', { cleanSession: false }))).toEqual([{ type: 'connack', code: 0 }])
  expect(gateway.published).toEqual([])
  expect(device.channel.endReason).toBe('moved')
  // CONNECT without a will and without CleanSession keeps the will.
  gateway.kick('d')
  expect(gateway.published).toMatchObject([{ topic: 'w' }])
})

test('a duration of 0 disconnects', async () => {
  const { gateway, device } = await asleep()
  await device.send(connect('d', { cleanSession: false }))
  expect(await device.send(disconnect(0))).toEqual([disconnect()])
  expect(gateway.context.client('d')).toBeUndefined()
})

test('a sleeping client may sleep longer, and it may disconnect', async () => {
  const { gateway, device } = await asleep()
  expect(await device.send(disconnect(1000))).toEqual([disconnect()])
  await gateway.advance(1000)
  expect(await device.send(pingreq('d'))).toEqual([pingresp])
  expect(await device.send(disconnect())).toEqual([disconnect()])
  expect(gateway.context.client('d')).toBeUndefined()
})
