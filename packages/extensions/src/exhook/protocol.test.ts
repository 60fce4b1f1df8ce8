import { readFileSync } from 'node:fs'
import { isRecord } from '@mqdeck/contract'
import { loadGrpc } from '@mqdeck/drivers'
import { measureProcessorTime } from '@mqdeck/kit'
import { everyExHook, readContractFile } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { exhookProto } from './definition.ts'
import { hookMethods, loadProtocol } from './protocol.ts'

const example = new URL('../../../../examples/exhook/exhook.proto', import.meta.url)

interface Definition {
  readonly services: readonly [
    { readonly methods: readonly { readonly name: string; readonly request: string; readonly response: string }[] },
  ]
  readonly messages: readonly {
    readonly name: string
    readonly fields: readonly {
      readonly name: string
      readonly number: number
      readonly type: string
      readonly type_name?: string
      readonly repeated?: boolean
      readonly oneof?: string
    }[]
  }[]
}

test('the example has the definition that the broker uses', () => {
  expect(readFileSync(example, 'utf8')).toBe(exhookProto('v2'))
})

test("methods, messages and fields of version 2 are EMQX's", async () => {
  const read: unknown = readContractFile('grpc/exhook.json')
  if (!isRecord(read)) throw new Error('no definition')
  const { services, messages } = read as unknown as Definition // made by machine from EMQX's descriptors
  const { root } = await loadGrpc(exhookProto('v2'))
  const last = (name = '') => name.slice(name.lastIndexOf('.') + 1)
  const service = root.lookupService('emqx.exhook.v2.HookProvider')
  expect(service.methodsArray.map(({ name, requestType, responseType }) => [name, requestType, responseType])).toEqual(
    services[0].methods.map(({ name, request, response }) => [name, last(request), last(response)]),
  )
  for (const { name, fields } of messages) {
    const found = root.lookupType(`emqx.exhook.v2.${name}`).fieldsArray
    expect(
      found.map((one) => [one.name, one.id, last(one.type), one.repeated, one.partOf?.name, one.map]),
      name,
    ).toEqual(
      fields.map(({ name: field, number, type, type_name, repeated = false, oneof }) => [
        field,
        number,
        type === 'map' ? 'string' : last(type_name) || type,
        repeated,
        oneof,
        type === 'map',
      ]),
    )
  }
  expect(Object.keys(hookMethods).toSorted()).toEqual(everyExHook.map(({ name }) => name).toSorted())
})

test('requests of version 3 have user properties', async () => {
  const protocol = await loadProtocol()
  const { path, requestType, request } = protocol.method('v3', 'OnClientConnect')
  expect([path, requestType]).toEqual([
    '/emqx.exhook.v3.HookProvider/OnClientConnect',
    'emqx.exhook.v3.ClientConnectRequest',
  ])
  const value = { user_props: [{ name: 'a', value: 'b' }] }
  expect(request.decode(request.encode(value))).toMatchObject(value)
  const before = protocol.method('v2', 'OnClientConnect').request
  expect(before.decode(before.encode(value))).not.toHaveProperty('user_props')
})

test('answers are read, and only what counts', async () => {
  const { method, readHooks, readValued } = await loadProtocol()
  const loaded = method('v2', 'OnProviderLoaded').response
  const hooks = [
    { name: 'message.publish', topics: ['a/#', 'b'] },
    { name: 'client.connect', topics: [] },
  ]
  expect(readHooks(loaded.encode({ hooks }))).toEqual(hooks)
  const { response } = method('v2', 'OnMessagePublish')
  expect(readValued(response.encode({ type: 'STOP_AND_RETURN', bool_result: false }))).toEqual({
    type: 'STOP_AND_RETURN',
    boolResult: false,
    message: undefined,
  })
  expect(readValued(Buffer.alloc(0))).toEqual({ type: 'CONTINUE', boolResult: undefined, message: undefined })
  const message = {
    id: 'ignored',
    qos: 2,
    topic: 't',
    payload: Buffer.from('p'),
    headers: { x: 'y', allow_publish: 'false' },
  }
  expect(readValued(response.encode({ type: 'IGNORE', message }))).toEqual({
    type: 'IGNORE',
    boolResult: undefined,
    message: { qos: 2, topic: 't', payload: Buffer.from('p'), allowPublish: false },
  })
})

test('answers that are broken or too large are rejected quickly', async () => {
  const { method, readHooks, readValued } = await loadProtocol()
  const { response } = method('v2', 'OnMessagePublish')
  const headers = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`h${n}`, '']))
  const many = response.encode({ message: { headers } })
  const hooks = method('v2', 'OnProviderLoaded').response.encode({
    hooks: Array.from({ length: 100_000 }, () => ({ name: 'client.connect' })),
  })
  const used = measureProcessorTime()
  expect(() => readValued(many)).toThrow('more than 1000 parts')
  expect(() => readHooks(hooks)).toThrow('more than 1000 parts')
  expect(used()).toBeLessThan(50)
  for (const bytes of [[0xff], [0x08, 0x09], [0x22, 0x7f, 0x01], [0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]])
    expect(() => [readValued(Buffer.from(bytes)), readHooks(Buffer.from(bytes))]).toThrow()
})
