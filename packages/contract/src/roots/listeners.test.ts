import { describe, expect, test } from 'vitest'
import { readInput } from '../read-input.ts'
import { defaultsOf } from '../struct/index.ts'
import { parseAccessRule } from './access-rule.ts'
import {
  listenerId,
  listenerStructs,
  listeners,
  parseListenerId,
  sslListener,
  tcpListener,
  toListener,
} from './listeners.ts'
import { tcpOptions } from './tcp-options.ts'

const problemOf = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error instanceof Error ? JSON.parse(error.message) : error
  }
  return undefined
}
const refused = (type: keyof typeof listenerStructs, value: object) =>
  problemOf(() => readInput(listenerStructs[type].schema, { bind: 1, ...value }))

describe('the defaults', () => {
  test('are those of a new EMQX', () => {
    expect(readInput(tcpListener.schema, { bind: '127.0.0.1:11883', max_connections: 100 })).toEqual({
      acceptors: 16,
      access_rules: ['allow all'],
      bind: '127.0.0.1:11883',
      enable: true,
      enable_authn: true,
      max_conn_rate: 'infinity',
      max_connections: 100,
      mountpoint: '',
      proxy_protocol: false,
      proxy_protocol_timeout: '3s',
      tcp_options: {
        active_n: 100,
        backlog: 1024,
        buffer: '4KB',
        high_watermark: '1MB',
        keepalive: 'none',
        nodelay: true,
        nolinger: false,
        reuseaddr: true,
        send_timeout: '15s',
        send_timeout_close: true,
      },
      zone: 'default',
    })
    expect(defaultsOf(listeners)).toEqual({ tcp: {}, ssl: {}, ws: {}, wss: {}, quic: {} })
  })

  test('a listener is converted to plain units', () => {
    const wire = readInput(sslListener.schema, {
      bind: '[::1]:8883',
      messages_rate: '100/s',
      access_rules: ['deny 10.0.0.0/8'],
      tcp_options: { keepalive: '240,30,5' },
    })
    const plain = toListener('ssl', 'secure', wire)
    expect(plain).toMatchObject({
      type: 'ssl',
      name: 'secure',
      bind: { host: '::1', port: 8883 },
      max_connections: Number.POSITIVE_INFINITY,
      max_conn_rate: undefined,
      messages_rate: { amount: 100, per: 1000 },
      access_rules: [{ action: 'deny', network: { address: '10.0.0.0', prefix: 8, family: 'ipv4' } }],
      ssl_options: { handshake_timeout: 15_000, verify: 'verify_none' },
    })
    expect(plain.tcp_options.keepalive).toEqual({ idle: 240, interval: 30, probes: 5 })
    expect(listenerId(plain)).toBe('ssl:secure')
  })
})

describe('bad input is refused with its path and a sentence', () => {
  test.each([
    ['tcp', { bind: 'nowhere' }, 'bind', 'must be a port'],
    [
      'tcp',
      { access_rules: ['allow all', 'allow everybody'] },
      'access_rules.2',
      '"allow everybody" is not a valid rule',
    ],
    ['tcp', { max_conn_rate: 'fast' }, 'max_conn_rate', 'rate'],
    ['tcp', { max_connections: 0 }, 'max_connections', 'at least 1'],
    ['tcp', { zone: '' }, 'zone', 'name of a zone'],
    ['tcp', { mountpoint: 'a/#/' }, 'mountpoint', 'without + and #'],
    ['tcp', { mountpoint: 'ü'.repeat(600) }, 'mountpoint', 'at most 1024 bytes'],
    ['ssl', { ssl_options: { fail_if_no_peer_cert: true } }, 'ssl_options.fail_if_no_peer_cert', 'verify_peer'],
    ['tcp', { tcp_options: { keepalive: '10' } }, 'tcp_options.keepalive', 'none, or IDLE'],
    ['ws', { websocket: { mqtt_path: 'mqtt' } }, 'websocket.mqtt_path', 'begins with /'],
    ['ws', { websocket: { deflate_opts: { mem_level: 10 } } }, 'websocket.deflate_opts.mem_level', 'between 1 and 9'],
    ['ssl', { ssl_options: { versions: ['sslv3'] } }, 'ssl_options.versions.1', 'tlsv1.3'],
    ['ssl', { ssl_options: { versions: [] } }, 'ssl_options.versions', 'at least one'],
    ['ssl', { ssl_options: { versions: ['tlsv1.3', 'tlsv1.1'] } }, 'ssl_options.versions', 'skip a version'],
    ['ssl', { ssl_options: { enable_crl_check: true } }, 'ssl_options.enable_crl_check', 'verify_peer'],
    ['ssl', { ssl_options: { ocsp: { enable_ocsp_stapling: true } } }, 'ssl_options.ocsp.responder_url', 'is required'],
  ] as const)('%s %j', (type, value, path, reason) => {
    expect(refused(type, value)).toMatchObject({
      path: expect.stringContaining(path),
      reason: expect.stringContaining(reason),
    })
  })

  test('unknown fields too', () => {
    expect(refused('tcp', { ssl_options: {} })).toBeDefined()
    expect(refused('quic', { tcp_options: {} })).toBeDefined()
  })
})

test.each([
  ['allow all', { action: 'allow' }],
  ['DENY  ALL', { action: 'deny' }],
  ['allow 10.0.0.1', { action: 'allow', network: { address: '10.0.0.1', prefix: 32, family: 'ipv4' } }],
  ['deny ::1/64', { action: 'deny', network: { address: '::1', prefix: 64, family: 'ipv6' } }],
  ['deny', undefined],
  ['deny 10.0.0.0/33', undefined],
  ['deny 10.0.0.0/', undefined],
  ['deny 10.0.0', undefined],
  ['block all', undefined],
])('the access rule %j', (text, rule) => {
  expect(parseAccessRule(text)).toEqual(rule)
})

test.each([
  ['tcp:default', { type: 'tcp', name: 'default' }],
  ['quic:a-b_1', { type: 'quic', name: 'a-b_1' }],
  ['udp:default', undefined],
  ['tcp', undefined],
  ['tcp:', undefined],
  ['tcp:a:b', undefined],
])('the id %j', (id, found) => {
  expect(parseListenerId(id)).toEqual(found)
})

test('every field has a label in both languages, and help', () => {
  const fields = [...Object.values(listenerStructs), tcpOptions].flatMap(({ fields }) => Object.values(fields))
  for (const { label } of fields) expect([label.en, label.zh].every((text) => text.length > 0)).toBe(true)
})
