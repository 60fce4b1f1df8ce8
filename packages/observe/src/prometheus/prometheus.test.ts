import { defaultsOf, prometheus as prometheusRoot, toPlain } from '@mqdeck/contract'
import { silentLog } from '@mqdeck/kit'
import { createFakeClock } from '@mqdeck/testkit'
import { someClient } from '@mqdeck/testkit/suites'
import { expect, test } from 'vitest'
import { createFakeBroker, createFakeHooks } from '../fake-broker.ts'
import { createStats } from '../stats/stats.ts'
import { createMachine } from './machine.ts'
import { createPrometheus } from './prometheus.ts'

const settings = toPlain(prometheusRoot, defaultsOf(prometheusRoot))

function open() {
  const broker = createFakeBroker()
  const hooks = createFakeHooks()
  const clock = createFakeClock()
  const prometheus = createPrometheus({
    node: 'mqdeck@127.0.0.1',
    settings,
    source: broker,
    stats: createStats({ source: broker, clock, hooks }),
    hooks,
    parts: () => ({
      certificates: async () => [{ listener: 'ssl:default', expiresAt: 1_904_285_225_999 }],
      access: () => ({
        authn: [{ name: 'jwt', metrics: { enable: 1, total: 3, success: 2 } }],
        authz: [{ name: 'file', metrics: { rules_count: 4 } }],
        banned: 2,
      }),
      gateways: () => [
        { name: 'stomp', running: true, connections: 3, counters: { 'packets.send.received': 5 } },
        { name: 'coap', running: false, connections: 0, counters: {} },
      ],
    }),
    clock,
    log: silentLog,
  })
  return { broker, hooks, prometheus, lines: async () => (await prometheus.text('stats', 'node')).split('\n') }
}

test("counters, gauges and certificates have EMQX's names", async () => {
  const { broker, prometheus, lines } = open()
  broker.count('packets.connect.received', 7)
  broker.count('messages.dropped.await_pubrel_timeout', 3)
  broker.setStats({ connections: 4, sharedSubscriptions: 1 })
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'emqx_packets_connect 7',
      'emqx_messages_dropped_expired 3',
      'emqx_connections_count 4',
      'emqx_connections_max 4',
      'emqx_subscriptions_shared_count 1',
      'emqx_cert_expiry_at{listener_type="ssl",listener_name="default"} 1904285225',
      'emqx_cluster_nodes_running 1',
      'mqdeck_gateway_running{gateway="coap"} 0',
      'mqdeck_gateway_connections{gateway="stomp"} 3',
      'mqdeck_gateway_events_total{gateway="stomp",event="packets.send.received"} 5',
    ]),
  )
  expect(await prometheus.json('auth', 'node')).toMatchObject({
    emqx_banned: { emqx_banned_count: 2 },
    emqx_authn: [{ id: 'jwt', emqx_authn_enable: 1, emqx_authn_total: 3, emqx_authn_success: 2 }],
    emqx_authz: [{ type: 'file', emqx_authz_rules_count: 4 }],
  })
  expect(await prometheus.text('auth', 'node')).toContain('emqx_authn_total{id="jwt"} 3')
})

test('disconnections are counted by listener and reason, up to a limit', async () => {
  const { hooks, prometheus, lines } = open()
  const times = { connectedAt: 0, disconnectedAt: 1, userProperties: [] }
  prometheus.start()
  hooks.run('client.disconnected', someClient, 'kicked', times)
  hooks.run('client.disconnected', someClient, 'kicked', times)
  const of = (reason: string) =>
    `emqx_client_disconnected_reason{listener_type="tcp",listener_name="default",reason="${reason}"}`
  expect(await lines()).toContain(`${of('kicked')} 2`)
  for (let n = 0; n < 3000; n++) hooks.run('client.disconnected', someClient, `made up ${n}`, times)
  expect((await lines()).filter((line) => line.startsWith('emqx_client_disconnected_reason{')).length).toBeLessThan(
    1010,
  )
  expect(await lines()).toContain(`${of('other')} 2001`)
  prometheus.stop()
  hooks.run('client.disconnected', someClient, 'kicked', times)
  expect(await lines()).toContain(`${of('kicked')} 2`)
})

test('process metrics are exported if enabled', async () => {
  const { prometheus, lines } = open()
  const names = async () => (await lines()).filter((line) => /^(process|nodejs)_/.test(line))
  expect(await names()).toEqual([])
  prometheus.update({
    ...settings,
    collectors: { ...settings.collectors, vm_memory: 'enabled', vm_statistics: 'enabled', vm_system_info: 'enabled' },
  })
  expect((await names()).join('\n')).toMatch(/process_resident_memory_bytes \d+/)
  expect((await names()).join('\n')).toMatch(/process_cpu_seconds_total \d/)
  expect(await names()).toContain(`nodejs_version_info{version="${process.version}"} 1`)
})

test('CPU usage is measured since the last call', async () => {
  let times = { idle: 900, total: 1000 }
  const machine = createMachine(() => times)
  const use = () => machine().cpuUse
  expect(use()).toBe(10)
  times = { idle: 925, total: 1100 }
  expect(use()).toBe(75)
  expect(use()).toBe(75)
})
