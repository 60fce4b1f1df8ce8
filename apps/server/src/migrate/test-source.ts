import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectMqttJs, freePort, testCertificate, wholeZone } from '@mqdeck/testkit'
import { expect } from 'vitest'
import type { TestServer } from '../test-server.ts'

/** Secrets that must appear nowhere but on the target. */
export const sourceSecrets = [
  'broker-pass-1',
  'jwt-secret-2',
  'redis-pass-3',
  'header-token-4',
  'registry-pass-5',
] as const

export const retainedCount = 1000

/** Bytes of the retained message `bin/255`, which are not UTF-8. */
export const binaryPayload = Buffer.from([0, 255, 128, 10, 195, 40])

/** Creates objects of all kinds that can be migrated, through the API and MQTT. */
export async function fillSource(stage: TestServer): Promise<{ readonly extraPort: number; readonly tlsPort: number }> {
  const { cert, key } = await testCertificate()
  const [extraPort, tlsPort, gatewayPort] = [await freePort(), await freePort(), await freePort()]
  const must = async (method: string, path: string, body?: unknown) => {
    const answer = await stage.call(method, path, body)
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  }
  await retain(stage)
  await must('PUT', '/configs/global_zone', wholeZone({ mqtt: { max_inflight: 77, max_topic_levels: 64 } }))
  await must('PUT', '/configs/log', { file: { default: { enable: false, rotation_count: 7 } } })
  await must('PUT', '/slow_subscriptions/settings', { enable: true, threshold: '700ms' })
  await must('PUT', '/mqdeck/zones', { factory: { mqtt: { max_inflight: 5 } } })

  await must('POST', '/authentication', {
    mechanism: 'password_based',
    backend: 'built_in_database',
    user_id_type: 'username',
    password_hash_algorithm: { name: 'pbkdf2', mac_fun: 'sha256', iterations: 1000, dk_length: 32 },
  })
  for (const [user_id, is_superuser] of [
    ['ann', false],
    ['bob', true],
  ] as const)
    await must('POST', '/authentication/password_based:built_in_database/users', {
      user_id,
      password: `${user_id}-password`,
      is_superuser,
    })
  await must('POST', '/authentication', { mechanism: 'scram', backend: 'built_in_database', algorithm: 'sha256' })
  await must('POST', '/authentication/scram:built_in_database/users', { user_id: 'sam', password: 'sam-password' })
  await must('POST', '/authentication', {
    mechanism: 'jwt',
    from: 'password',
    use_jwks: false,
    algorithm: 'hmac-based',
    secret: 'jwt-secret-2',
  })
  await must('PUT', '/authentication/order', [
    { id: 'jwt' },
    { id: 'password_based:built_in_database' },
    { id: 'scram:built_in_database' },
  ])
  await must('POST', '/authorization/sources', { type: 'built_in_database', enable: true })
  await must('POST', '/authorization/sources/built_in_database/rules/users', [
    { username: 'ann', rules: [{ topic: 'secret/#', permission: 'deny', action: 'all' }] },
  ])
  await must('POST', '/authorization/sources/built_in_database/rules/clients', [
    { clientid: 'c1', rules: [{ topic: 'a', permission: 'allow', action: 'publish', qos: [1], retain: true }] },
  ])
  await must('POST', '/authorization/sources/built_in_database/rules/all', {
    rules: [{ topic: 'forbidden/#', permission: 'deny', action: 'all' }],
  })
  await must('PUT', '/authorization/settings', {
    no_match: 'allow',
    deny_action: 'disconnect',
    cache: { enable: true, max_size: 32, ttl: '1m' },
  })
  await must('POST', '/banned', { as: 'clientid', who: 'evil', reason: 'no reason' })
  await must('POST', '/banned', { as: 'username', who: 'mallory', until: '2037-01-01T00:00:00Z' })
  await must('POST', '/api_key', { name: 'robot', desc: '', enable: true })
  await must('POST', '/users', { username: 'carol', password: 'Abcd1234!', role: 'viewer', description: '' })

  await must('POST', '/connectors', {
    type: 'mqtt',
    name: 'up',
    enable: false,
    server: '127.0.0.1:9',
    username: 'u',
    password: 'broker-pass-1',
    ssl: { enable: true, cacertfile: cert, verify: 'verify_peer' },
  })
  await must('POST', '/connectors', {
    type: 'redis',
    name: 'r',
    enable: false,
    parameters: { redis_type: 'single', server: '127.0.0.1:9', password: 'redis-pass-3', database: 3 },
  })
  await must('POST', '/connectors', {
    type: 'http',
    name: 'h',
    enable: false,
    url: 'http://127.0.0.1:9',
    headers: { authorization: 'header-token-4' },
  })
  await must('POST', '/actions', {
    type: 'mqtt',
    name: 'out',
    connector: 'up',
    enable: false,
    parameters: { topic: 'up/${topic}', qos: 1 },
  })
  await must('POST', '/sources', {
    type: 'mqtt',
    name: 'in',
    connector: 'up',
    enable: false,
    parameters: { topic: 'down/#', qos: 1 },
  })
  await must('POST', '/rules', {
    id: 'double',
    sql: 'SELECT payload.n * 2 as n FROM "calc/#"',
    actions: [{ function: 'republish', args: { topic: 'calculated', payload: '${n}' } }, 'mqtt:out'],
  })
  await must('POST', '/rules', {
    id: 'asleep',
    enable: false,
    sql: 'SELECT * FROM "$bridges/mqtt:in"',
    actions: [{ function: 'console' }],
  })
  await must('PUT', '/mqtt/topic_rewrite', [
    { action: 'publish', source_topic: 'old/#', dest_topic: 'new/$1', re: '^old/(.+)$' },
  ])
  await must('POST', '/exhooks', {
    name: 'devices',
    enable: false,
    url: 'https://127.0.0.1:9',
    ssl: { enable: true, cacertfile: cert, verify: 'verify_peer' },
  })
  await must('POST', '/schema_registry', { name: 'reading', type: 'json', source: '{"type":"object"}' })
  await must('POST', '/schema_registry_external', {
    name: 'confluent',
    type: 'confluent',
    url: 'http://127.0.0.1:9',
    auth: { mechanism: 'basic', username: 'u', password: 'registry-pass-5' },
  })
  await must('POST', '/schema_validations', {
    name: 'checked',
    topics: ['checked/#'],
    strategy: 'all_pass',
    failure_action: 'drop',
    checks: [{ type: 'json', schema: 'reading' }],
  })
  await must('POST', '/message_transformations', {
    name: 'moved',
    topics: ['moved/#'],
    failure_action: 'drop',
    operations: [{ key: 'topic', value: 'topic' }],
  })
  await must('POST', '/rules', {
    id: 'with_schema',
    sql: `SELECT schema_check('reading', payload) AS ok FROM "readings/#"`,
    actions: [],
  })
  await must('PUT', '/gateways/stomp', {
    name: 'stomp',
    enable: false,
    mountpoint: 'stomp/',
    listeners: [{ type: 'tcp', name: 'default', bind: `127.0.0.1:${gatewayPort}`, max_connections: 7 }],
  })
  await must('POST', '/gateways/stomp/authentication', {
    mechanism: 'password_based',
    backend: 'built_in_database',
    user_id_type: 'username',
    password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
  })
  await must('POST', '/gateways/stomp/authentication/users', { user_id: 'gina', password: 'gina-password' })
  await must('PUT', '/mqtt/auto_subscribe', [{ topic: 'mine/${clientid}', qos: 1 }])
  await must('POST', '/mqtt/topic_metrics', { topic: 'counted' })
  await must('POST', '/listeners', {
    type: 'tcp',
    name: 'extra',
    bind: `127.0.0.1:${extraPort}`,
    max_connections: 10,
    zone: 'factory',
    enable: false,
  })
  await must('POST', '/listeners', {
    type: 'ssl',
    name: 'own',
    bind: `127.0.0.1:${tlsPort}`,
    enable: false,
    ssl_options: { certfile: cert, keyfile: key },
  })
  // As an installation lists it.
  mkdirSync(join(stage.folder, 'plugins'), { recursive: true })
  const plugins = [{ name: 'my_plugin-1.0.0', enabled: false, md5: '' }]
  writeFileSync(join(stage.folder, 'plugins/plugins.json'), JSON.stringify(plugins))
  await must('POST', '/publish', { topic: '$delayed/3600/later', payload: 'x', qos: 1 })
  return { extraPort, tlsPort }
}

/** While anyone may connect. */
async function retain(stage: TestServer): Promise<void> {
  const { client, end } = await connectMqttJs(
    { host: '127.0.0.1', port: stage.server.ports.tcp ?? 0 },
    { clientId: 'filler', protocolVersion: 5 },
  )
  await Promise.all(
    Array.from({ length: retainedCount - 2 }, (_, index) =>
      client.publishAsync(`kept/${index}`, `message ${index}`, { qos: 1, retain: true }),
    ),
  )
  await client.publishAsync('bin/255', binaryPayload, {
    qos: 2,
    retain: true,
    properties: {
      messageExpiryInterval: 3600,
      contentType: 'application/x-bytes',
      responseTopic: 'answers',
      correlationData: Buffer.from('mark'),
      userProperties: { colour: 'green' },
    },
  })
  await client.publishAsync('calc/kept', '{"n": 4}', { qos: 1, retain: true })
  await end()
}
