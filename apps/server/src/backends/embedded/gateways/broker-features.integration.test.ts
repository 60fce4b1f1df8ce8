import { freePort } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'
import { connectStompClient } from './test-stomp-client.ts'

let stage: TestServer
let port: number
beforeAll(async () => {
  stage = await startTestServer()
  port = await freePort()
  const loaded = await stage.call('PUT', '/gateways/stomp', {
    clientinfo_override: { clientid: '${Packet.headers.login}', username: '${Packet.headers.login}' },
    listeners: [{ type: 'tcp', name: 'default', bind: `127.0.0.1:${port}` }],
  })
  expect(loaded.status).toBe(204)
})
afterAll(() => stage?.stop())

const frame = (command: string, headers: readonly string[], body = '') =>
  [command, ...headers, '', `${body}\0`].join('\n')
const connect = async (login: string) => {
  const client = await connectStompClient(port, [`login:${login}`])
  return { ...client, answer: await client.next() }
}

test('rules see the events and messages of gateway clients', async () => {
  for (const [id, sql] of [
    ['connected', 'SELECT clientid, proto_name, proto_ver FROM "$events/client_connected"'],
    ['messages', 'SELECT clientid, topic, payload FROM "line/#"'],
  ] as const) {
    const action = { function: 'republish', args: { topic: `seen/${id}`, payload: '${.}', qos: 0 } }
    expect((await stage.call('POST', '/rules', { id, name: id, sql, actions: [action] })).status).toBe(201)
  }
  const { client, end } = await stage.connect('observer')
  const seen: string[] = []
  client.on('message', (_, payload) => seen.push(payload.toString()))
  await client.subscribeAsync('seen/#')
  const device = await connect('robot')
  device.socket.write(frame('SEND', ['destination:line/1', 'receipt:r'], 'hi'))
  expect(await device.next()).toContain('RECEIPT')
  await expect
    .poll(() => seen.map((text) => JSON.parse(text) as object))
    .toEqual([
      { clientid: 'robot', proto_name: 'STOMP', proto_ver: '1.2' },
      { clientid: 'robot', topic: 'line/1', payload: 'hi' },
    ])
  device.socket.destroy()
  await end()
})

test('a trace of a client ID has the messages and subscriptions of the gateway client', async () => {
  const trace = { name: 'robot_trace', type: 'clientid', clientid: 'traced' }
  expect((await stage.call('POST', '/trace', trace)).status).toBe(200)
  const device = await connect('traced')
  device.socket.write(frame('SUBSCRIBE', ['id:1', 'destination:line/2', 'receipt:s']))
  expect(await device.next()).toContain('RECEIPT')
  device.socket.write(frame('SEND', ['destination:line/2'], 'traced text'))
  expect(await device.next()).toContain('traced text')
  device.socket.destroy()
  await expect
    .poll(async () => JSON.stringify((await stage.call('GET', '/trace/robot_trace/log?bytes=100000')).body))
    .toMatch(/line\/2.*traced text/s)
})

test('a ban disconnects gateway clients and refuses them', async () => {
  const device = await connect('stolen')
  expect(device.answer).toContain('CONNECTED')
  expect((await stage.call('POST', '/banned', { as: 'clientid', who: 'stolen' })).status).toBe(200)
  await expect.poll(() => device.next()).toBe('closed')
  expect((await connect('stolen')).answer).toContain('ERROR')
  expect((await stage.call('DELETE', '/banned/clientid/stolen')).status).toBe(204)
  const again = await connect('stolen')
  expect(again.answer).toContain('CONNECTED')
  again.socket.destroy()
})

test('authorization rules apply to gateway clients', async () => {
  const rules = '{deny, {username, "blocked"}, publish, ["secret/#"]}.\n{allow, all}.\n'
  const source = { type: 'file', enable: true, rules }
  expect((await stage.call('PUT', '/authorization/sources/file', source)).status).toBe(204)
  const device = await connect('blocked')
  device.socket.write(frame('SEND', ['destination:secret/1', 'receipt:r'], 'x'))
  expect(await device.next()).toContain('ERROR')
})
