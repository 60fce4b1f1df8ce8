import { startWakaama } from '@mqdeck/testkit'
import { describeGateway } from '@mqdeck/testkit/suites'
import { expect, onTestFinished, test } from 'vitest'
import { coapCode } from '../coap-stack/message.ts'
import { openCoapDevice } from '../coap-stack/test-device.ts'
import { startTestGateway, type TestGatewayOptions } from '../test-gateway.ts'
import type { Lwm2mApi } from './api.ts'
import type { Lwm2mDetails } from './details.ts'
import { lwm2m } from './manifest.ts'
import { runtime } from './runtime.ts'

const own = {
  lifetime_min: 1000,
  lifetime_max: 86_400_000,
  qmode_time_window: 22_000,
  auto_observe: true,
  update_msg_publish_condition: 'contains_object_list',
  xml_dir: '/nowhere',
  mountpoint: 'lwm2m/${endpoint_name}/',
  translators: {
    command: { topic: 'dn/#', qos: 0 },
    response: { topic: 'up/resp', qos: 0 },
    notify: { topic: 'up/notify', qos: 0 },
    register: { topic: 'up/resp', qos: 0 },
    update: { topic: 'up/update', qos: 0 },
  },
}

const startLwm2m = (options: TestGatewayOptions = {}) =>
  startTestGateway(lwm2m, runtime, { ...options, settings: own, listener: { type: 'udp' } })

describeGateway('lwm2m', {
  protocol: { protocolName: 'LwM2M', protocolVersion: '1.0.1' },
  start: ({ mountpoint: _, ...choices }) => startLwm2m(choices),
  device: async (port) => {
    const device = await openCoapDevice(port)
    let location = ''
    return {
      port: device.port,
      async connect(clientId, password) {
        location = `rd/${clientId}`
        const secret = password === undefined ? '' : `&password=${password}`
        const { code } = await device.request(coapCode.post, `rd?ep=${clientId}&lt=300&lwm2m=1.0${secret}`)
        return code === coapCode.created ? 'connected' : 'refused'
      },
      // The gateway does not inform the device: its next update is refused.
      ended: () =>
        expect.poll(async () => (await device.request(coapCode.post, location)).code).toBe(coapCode.notFound),
      leave: () => device.request(coapCode.delete, location),
    }
  },
})

async function start() {
  const started = await startLwm2m()
  const mqtt = await started.mqtt()
  await mqtt.client.subscribeAsync('lwm2m/+/up/#')
  const device = async (endpoint: string, more: { readonly lifetime?: number } = {}) => {
    const wakaama = await startWakaama({ endpoint, port: started.port, ...more })
    onTestFinished(() => wakaama.close())
    return wakaama
  }
  return {
    ...started,
    mqtt,
    device,
    /** The next message of a topic. */
    next: async (topic: string) => JSON.parse(await mqtt.message(topic)),
    command: async (endpoint: string, json: object) => {
      await mqtt.client.publishAsync(`lwm2m/${endpoint}/dn/dm`, JSON.stringify(json), { qos: 1 })
      return JSON.parse(await mqtt.message(`lwm2m/${endpoint}/up/resp`))
    },
    api: () => started.gateway.running?.api as Lwm2mApi, // of the runtime above
  }
}

test('a device of Wakaama registers, and its resources are read, written, executed and discovered', async () => {
  const { device, next, command, gateway } = await start()
  await device('wakaama')
  expect(await next('lwm2m/wakaama/up/resp')).toMatchObject({
    msgType: 'register',
    data: { ep: 'wakaama', lt: 300, alternatePath: '/', objectList: expect.arrayContaining(['/1/0', '/3/0', '/5/0']) },
  })
  // The automatic observation of the object Device.
  const observed = await next('lwm2m/wakaama/up/resp')
  expect(observed).toMatchObject({ msgType: 'observe', is_auto_observe: true, data: { reqPath: '/3/0', code: '2.05' } })
  expect(observed.data.content).toContainEqual({ path: '/3/0/0', value: 'Open Mobile Alliance' })

  expect(await command('wakaama', { reqID: 1, msgType: 'read', data: { path: '/3/0/0' } })).toEqual({
    reqID: 1,
    msgType: 'read',
    data: {
      reqPath: '/3/0/0',
      code: '2.05',
      codeMsg: 'content',
      content: [{ path: '/3/0/0', value: 'Open Mobile Alliance' }],
    },
  })
  const location = await command('wakaama', { msgType: 'read', data: { path: '/6/0' } })
  expect(location.data.content.map(({ path }: { path: string }) => path)).toContain('/6/0/0')

  expect(
    await command('wakaama', { msgType: 'write', data: { path: '/1/0/1', type: 'Integer', value: '120' } }),
  ).toMatchObject({ data: { code: '2.04', codeMsg: 'changed' } })
  expect(await command('wakaama', { msgType: 'read', data: { path: '/1/0/1' } })).toMatchObject({
    data: { content: [{ path: '/1/0/1', value: 120 }] },
  })
  expect(
    await command('wakaama', { msgType: 'write', data: { path: '/3/0/0', type: 'String', value: 'x' } }),
  ).toMatchObject({
    data: { code: '4.05' },
  })
  expect(await command('wakaama', { msgType: 'discover', data: { path: '/3/0' } })).toMatchObject({
    data: { code: '2.05', content: expect.arrayContaining(['</3/0/9>']) },
  })
  expect(await command('wakaama', { msgType: 'execute', data: { path: '/3/0/4' } })).toMatchObject({
    data: { code: '2.04' },
  })
  expect(await command('wakaama', { msgType: 'read', data: { path: '/99/0/0' } })).toMatchObject({
    data: { code: '4.04' },
  })

  const [client] = gateway.clients()
  // The fields that the API shows.
  const { objects } = (client?.details.lwm2m ?? { objects: [] }) as Lwm2mDetails
  const battery = objects.find(({ id }) => id === 3)?.instances[0]?.resources.find(({ id }) => id === 9)
  expect(battery).toMatchObject({ name: 'Battery Level', unit: '%', observed: true, value: expect.any(Number) })
})

test('notifications of an observation made by the API arrive', async () => {
  const { device, next, api } = await start()
  const wakaama = await device('noticed')
  await next('lwm2m/noticed/up/resp')
  await next('lwm2m/noticed/up/resp')
  expect(await api().observe({ clientId: 'noticed', path: '/3/0/9', enable: true })).toBe('sent')
  expect(await next('lwm2m/noticed/up/resp')).toMatchObject({
    msgType: 'observe',
    data: { reqPath: '/3/0/9', code: '2.05' },
  })
  wakaama.write('change /3/0/9 42')
  const notified = await next('lwm2m/noticed/up/notify')
  expect(notified).toMatchObject({ msgType: 'notify', data: { code: '2.05' } })
})

test('a device that quits ends its registration', async () => {
  const { device, next, gateway } = await start()
  const wakaama = await device('leaving')
  await next('lwm2m/leaving/up/resp')
  await next('lwm2m/leaving/up/resp')
  wakaama.write('quit')
  await expect.poll(() => [...gateway.clients()].length).toBe(0)
})
