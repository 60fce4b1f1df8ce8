import { createHmac } from 'node:crypto'
import type { Api } from './api.ts'

/** Passwords of the MQTT users. `demo` is for visitors who connect with their own client. */
export const mqttUsers = {
  sensor: 'sensor-7Kq2',
  plc: 'plc-9Xw4',
  vehicle: 'vehicle-3Fd8',
  service: 'service-5Lm1',
  mobile: 'mobile-2Rt6',
  demo: 'demo',
} as const

const sha256 = { name: 'sha256', salt_position: 'prefix' }
const jwtSecret = 'plant-gateway-signing-key-2f6c9a'

/** Token of a gateway, valid for one day. */
export function gatewayToken(username: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ username, exp: Math.floor(Date.now() / 1000) + 86_400 })}`
  return `${content}.${createHmac('sha256', jwtSecret).update(content).digest('base64url')}`
}

interface AccessOptions {
  /** Address of the HTTP service that decides about contractors. */
  readonly sinkUrl: string
  /** A port that nothing listens on. */
  readonly closedPort: number
}

/** Authenticators, authorization sources, bans and flapping detection. */
export async function createAccess(api: Api, { sinkUrl, closedPort }: AccessOptions): Promise<void> {
  await createAuthenticators(api, sinkUrl, closedPort)
  await createAuthorization(api, sinkUrl)
  for (const ban of bans) await api('POST', '/banned', { by: 'admin', ...ban })
  const zone = await api('GET', '/configs/global_zone')
  const flapping = { enable: true, window_time: '1m', max_count: 12, ban_time: '2m' }
  await api('PUT', '/configs/global_zone', { ...Object(zone), flapping_detect: flapping })
}

async function createAuthenticators(api: Api, sinkUrl: string, closedPort: number): Promise<void> {
  // The database is down, so clients are passed on to the next authenticator.
  await api('POST', '/authentication', {
    mechanism: 'password_based',
    backend: 'mysql',
    server: `127.0.0.1:${closedPort}`,
    database: 'identity',
    username: 'mqtt',
    password: 'x8-identity',
    query: 'SELECT password_hash, salt FROM mqtt_user WHERE username = ${username} LIMIT 1',
    password_hash_algorithm: sha256,
  })
  await api('POST', '/authentication', {
    mechanism: 'password_based',
    backend: 'built_in_database',
    password_hash_algorithm: sha256,
  })
  const staff = ['anna.kowalski', 'ben.okafor', 'chiara.rossi', 'dmitri.volkov', 'li.wei', 'maria.santos', 'tom.becker']
  const users = [...Object.entries(mqttUsers), ...staff.map((name) => [name, `${name}-2026`] as const)]
  for (const [user_id, password] of users)
    await api('POST', '/authentication/password_based:built_in_database/users', { user_id, password })
  await api('POST', '/authentication', {
    mechanism: 'password_based',
    backend: 'http',
    method: 'post',
    url: `${sinkUrl}/login`,
    headers: { 'content-type': 'application/json' },
    body: { username: '${username}', password: '${password}', clientid: '${clientid}' },
  })
  await api('POST', '/authentication', {
    mechanism: 'jwt',
    use_jwks: false,
    algorithm: 'hmac-based',
    secret: jwtSecret,
    from: 'password',
    verify_claims: { username: '${username}' },
  })
}

const aclText = `%% The first rule that matches decides.
{allow, {username, "service"}, all, ["#", "$share/analytics/plant/#"]}.
{allow, {username, "demo"}, all, ["#", "$SYS/#"]}.
{deny, all, subscribe, ["$SYS/#", {eq, "#"}]}.
{allow, {username, "sensor"}, publish, ["plant/#", "energy/#", "warehouse/#", "cold-storage/#"]}.
{allow, {username, "vehicle"}, publish, ["fleet/#"]}.
{allow, {username, "plc"}, subscribe, ["commands/#"]}.
{allow, {clientid, {re, "^gateway-"}}, all, ["gateways/#", "commands/#"]}.
{deny, {username, {re, "^contractor"}}, publish, ["config/#"]}.
`

async function createAuthorization(api: Api, sinkUrl: string): Promise<void> {
  await api('PUT', '/authorization/sources/file', { type: 'file', enable: true, rules: aclText })
  await api('POST', '/authorization/sources', { type: 'built_in_database', enable: true })
  const permission = 'allow'
  await api('POST', '/authorization/sources/built_in_database/rules/users', [
    {
      username: 'mobile',
      rules: [
        { topic: 'plant/+/+/state', permission, action: 'subscribe' },
        { topic: 'notify/#', permission, action: 'all' },
        { topic: 'config/#', permission: 'deny', action: 'publish' },
      ],
    },
    { username: 'anna.kowalski', rules: [{ topic: '#', permission, action: 'all' }] },
  ])
  await api('POST', '/authorization/sources/built_in_database/rules/clients', [
    { clientid: 'tablet-quality-01', rules: [{ topic: 'quality/#', permission, action: 'all' }] },
  ])
  await api('POST', '/authorization/sources', {
    type: 'http',
    enable: true,
    method: 'post',
    url: `${sinkUrl}/permissions`,
    headers: { 'content-type': 'application/json' },
    body: { username: '${username}', clientid: '${clientid}', topic: '${topic}', action: '${action}' },
  })
  // A new source is the first one.
  await api('POST', '/authorization/sources/built_in_database/move', { position: 'front' })
  await api('POST', '/authorization/sources/file/move', { position: 'front' })
}

const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400

const bans = [
  { as: 'clientid', who: 'test-client-from-lab', reason: 'Published to production topics', until: inDays(7) },
  { as: 'clientid', who: 'temp-sensor-old-112', reason: 'Replaced, still powered' },
  { as: 'username', who: 'former-contractor', reason: 'Contract ended', until: inDays(365) },
  { as: 'peerhost', who: '192.0.2.55', reason: 'Port scan', until: inDays(1) },
  { as: 'peerhost_net', who: '198.51.100.0/24', reason: 'Guest network', until: inDays(30) },
] as const
