import { expect, test } from 'vitest'
import { checkAll } from './checks.ts'
import type { CheckName } from './finding.ts'
import type { Facts } from './queries.ts'
import { reachOf } from './reach.ts'

const unknownFacts: Facts = {
  defaultPassword: undefined,
  trustedProxies: undefined,
  profile: undefined,
  isDataFolderOpen: undefined,
  users: undefined,
  secondFactors: undefined,
  apiKeys: undefined,
  dashboardHttp: undefined,
  authenticators: [{ id: 'jwt', mechanism: 'jwt', enable: true }],
  superusers: undefined,
  sources: undefined,
  noMatch: undefined,
  sourceFailure: undefined,
  listeners: undefined,
  certificates: undefined,
  exproto: undefined,
  now: Date.parse('2026-11-21T08:00:00Z'),
}
const hash = (name: string, salt_position = 'suffix') => ({ password_hash_algorithm: { name, salt_position } })
const database = { id: 'password_based:mysql', mechanism: 'password_based', backend: 'mysql', enable: true }
const listener = (id: string, bind: string, more: object = {}) =>
  ({ id, type: id.split(':')[0], bind, enable: true, enable_authn: true, ...more }) as never // the fields that are checked
const certificate = (more: object = {}) =>
  ({
    path: 'listeners.ssl.default.ssl_options.certfile',
    role: 'server',
    subject: 'CN=a',
    issuer: 'CN=ca',
    days_left: 90,
    renewed_by_server: false,
    key_matches: true,
    error: null,
    ...more,
  }) as never // ditto
const key = (name: string, expired_at: string, more: object = {}) =>
  ({ name, expired_at, enable: true, expired: false, ...more }) as never // ditto

const safe: Facts = {
  ...unknownFacts,
  defaultPassword: false,
  trustedProxies: [],
  profile: 'hardened',
  isDataFolderOpen: false,
  users: [{ username: 'admin', description: '' }],
  secondFactors: [{ username: 'admin', mechanism: 'totp', enrolled_at: '', recovery_codes_left: 3 }],
  apiKeys: [key('k', '2027-11-21T08:00:00Z')],
  dashboardHttp: '127.0.0.1:18083',
  authenticators: [{ ...database, ...hash('sha256') }],
  superusers: 0,
  sources: [{ type: 'file', enable: true, rules: '{allow, {username, "ann"}, all, ["#"]}.\n{deny, all}.' }],
  noMatch: 'deny',
  sourceFailure: 'deny',
  listeners: [listener('ssl:default', '0.0.0.0:8883'), listener('tcp:default', '127.0.0.1:1883')],
  certificates: [certificate()],
  exproto: { bind: '127.0.0.1:9100', isVerified: false },
}

const findingOf = (facts: Partial<Facts>, check: CheckName) => {
  const all = checkAll({ ...safe, ...facts }).flatMap(({ findings }) => findings)
  const { state, reason, names } = all.find((one) => one.check === check) ?? { state: '', reason: '', names: [] }
  return [state, reason, ...names]
}

test('all checks of a secure broker pass, and checks without data are unknown', () => {
  const states = (facts: Facts) =>
    new Set(checkAll(facts).flatMap(({ findings }) => findings.map(({ state }) => state)))
  expect(states(safe)).toEqual(new Set(['ok']))
  expect(states(unknownFacts)).toEqual(new Set(['ok', 'unknown']))
})

test.each<[string, Partial<Facts>, CheckName, readonly string[]]>([
  [
    'a PROXY header of any address',
    { listeners: [listener('tcp:lb', '0.0.0.0:1883', { proxy_protocol: true, access_rules: ['allow all'] })] },
    'clientAddresses',
    ['attention', 'proxyProtocolOpen', 'tcp:lb'],
  ],
  [
    'a PROXY header of the proxy only',
    {
      listeners: [
        listener('tcp:lb', '0.0.0.0:1883', { proxy_protocol: true, access_rules: ['allow 10.0.0.1', 'deny all'] }),
        listener('tcp:local', '127.0.0.1:1884', { proxy_protocol: true, access_rules: ['allow all'] }),
      ],
    },
    'clientAddresses',
    ['ok', 'addressOfConnection'],
  ],
  [
    'an address header without a trusted proxy',
    { listeners: [listener('ws:a', '0.0.0.0:8083', { websocket: { proxy_address_header: 'X-Real-IP' } })] },
    'clientAddresses',
    ['attention', 'headerIgnored', 'ws:a'],
  ],
  [
    'an address header of a trusted proxy',
    {
      trustedProxies: ['10.0.0.1'],
      listeners: [listener('ws:a', '0.0.0.0:8083', { websocket: { proxy_address_header: 'X-Real-IP' } })],
    },
    'clientAddresses',
    ['ok', 'addressOfProxies', '10.0.0.1'],
  ],
  ['the well-known password', { defaultPassword: true }, 'defaultPassword', ['danger', 'defaultPassword']],
  ['a user without a second factor', { secondFactors: [] }, 'secondFactor', ['attention', 'noSecondFactor', 'admin']],
  [
    'users of single sign-on without a second factor',
    { users: [{ username: 'o', description: '', backend: 'oidc' }], secondFactors: [] },
    'secondFactor',
    ['ok', 'secondFactors'],
  ],
  [
    'no authenticator',
    { authenticators: [{ ...database, enable: false }], profile: 'open' },
    'anonymous',
    ['danger', 'noAuthenticator'],
  ],
  [
    'plain passwords',
    { authenticators: [{ ...database, ...hash('plain', 'disable') }] },
    'hashes',
    ['danger', 'plainPasswords', database.id],
  ],
  [
    'a broken hash',
    { authenticators: [{ ...database, ...hash('md5') }] },
    'hashes',
    ['attention', 'weakHashes', database.id],
  ],
  [
    'a hash without salt',
    { authenticators: [{ ...database, ...hash('sha512', 'disable') }] },
    'hashes',
    ['attention', 'weakHashes', database.id],
  ],
  [
    'bcrypt, which always has a salt',
    { authenticators: [{ ...database, password_hash_algorithm: { name: 'bcrypt' } }] },
    'hashes',
    ['ok', 'strongHashes'],
  ],
  ['superusers', { superusers: 3 }, 'superusers', ['attention', 'superusers', '3']],
  ['no source and no_match allow', { sources: [], noMatch: 'allow' }, 'noRule', ['danger', 'noSource']],
  ['no source and no_match deny', { sources: [] }, 'noRule', ['ok', 'allDenied']],
  ['failures ignored', { sourceFailure: 'ignore' }, 'sourceFailure', ['attention', 'failuresIgnored']],
  ['open data folder', { isDataFolderOpen: true }, 'dataFolder', ['attention', 'dataFolderOpen']],
  ['no_match allow', { noMatch: 'allow' }, 'noMatch', ['attention', 'noMatchAllows']],
  [
    'the last rule of the default file',
    { sources: [{ type: 'file', rules: '{deny, all, subscribe, ["#"]}.\n{allow, all}.' }] },
    'fileEnd',
    ['attention', 'fileAllowsAll'],
  ],
  [
    'an equivalent rule with topics',
    { sources: [{ type: 'file', rules: '{allow, all, all, ["a", "#"]}.' }] },
    'fileEnd',
    ['attention', 'fileAllowsAll'],
  ],
  [
    'a disabled file',
    { sources: [{ type: 'file', enable: false, rules: '{allow, all}.' }] },
    'fileEnd',
    ['ok', 'fileFine'],
  ],
  [
    'plain MQTT on all addresses',
    { listeners: [listener('tcp:a', ':1883'), listener('ws:b', '[::]:8083')] },
    'plaintext',
    ['attention', 'plainOpen', 'tcp:a', 'ws:b'],
  ],
  [
    'plain MQTT on all addresses without authentication',
    { listeners: [listener('tcp:a', '1883')], authenticators: [] },
    'plaintext',
    ['danger', 'plainForAll', 'tcp:a'],
  ],
  [
    'plain MQTT on one address',
    { listeners: [listener('tcp:a', '10.0.0.1:1883')] },
    'plaintext',
    ['attention', 'plainNear', 'tcp:a'],
  ],
  [
    'an ExProto server on all addresses',
    { exproto: { bind: '9100', isVerified: false } },
    'exproto',
    ['danger', 'exprotoOpen', '9100'],
  ],
  [
    'an ExProto server that requires client certificates',
    { exproto: { bind: '10.0.0.1:9100', isVerified: true } },
    'exproto',
    ['ok', 'exprotoVerified'],
  ],
  ['no ExProto gateway', { exproto: { bind: 0, isVerified: false } }, 'exproto', ['ok', 'exprotoOff']],
  [
    'a disabled listener',
    { listeners: [listener('tcp:a', ':1883', { enable: false })] },
    'plaintext',
    ['ok', 'noPlain'],
  ],
  [
    'a listener without authentication',
    { listeners: [listener('ssl:a', ':1', { enable_authn: false })] },
    'noAuthentication',
    ['danger', 'noAuthentication', 'ssl:a'],
  ],
  [
    'old TLS',
    { listeners: [listener('ssl:a', ':1', { ssl_options: { versions: ['tlsv1.2', 'tlsv1.1'] } })] },
    'oldTls',
    ['attention', 'oldTls', 'ssl:a'],
  ],
  [
    'a certificate that expires soon',
    { certificates: [certificate({ days_left: 30 })] },
    'certificates',
    ['attention', 'certificateEnding', 'ssl:default'],
  ],
  [
    'a certificate that the server renews',
    { certificates: [certificate({ days_left: 3, renewed_by_server: true })] },
    'certificates',
    ['ok', 'certificatesFine'],
  ],
  [
    'an expired certificate',
    { certificates: [certificate({ days_left: -1 })] },
    'certificates',
    ['danger', 'certificateEnded', 'ssl:default'],
  ],
  [
    'a certificate that does not match its key',
    { certificates: [certificate({ key_matches: false })] },
    'certificates',
    ['danger', 'certificateBroken', 'ssl:default'],
  ],
  [
    'a self-signed certificate',
    { certificates: [certificate({ issuer: 'CN=a' })] },
    'selfSigned',
    ['attention', 'selfSigned', 'ssl:default'],
  ],
  [
    'a self-signed CA certificate',
    { certificates: [certificate(), certificate({ role: 'authority', issuer: 'CN=a' })] },
    'selfSigned',
    ['ok', 'signed'],
  ],
  ['plain HTTP on all addresses', { dashboardHttp: 18083 }, 'dashboardHttp', ['danger', 'httpEverywhere']],
  [
    'plain HTTP on a network address',
    { dashboardHttp: '10.0.0.1:18083' },
    'dashboardHttp',
    ['attention', 'httpNetwork'],
  ],
  ['disabled plain HTTP', { dashboardHttp: 0 }, 'dashboardHttp', ['ok', 'httpOff']],
  [
    'an API key that never expires',
    { apiKeys: [key('k', 'infinity')] },
    'endlessKeys',
    ['attention', 'endlessKeys', 'k'],
  ],
  [
    'an API key that expires soon',
    { apiKeys: [key('k', '2026-12-01T00:00:00Z')] },
    'endingKeys',
    ['attention', 'endingKeys', 'k'],
  ],
  ['disabled API keys', { apiKeys: [key('k', 'infinity', { enable: false })] }, 'endlessKeys', ['ok', 'noKeys']],
])('finding for %s', (_, facts, check, expected) => {
  expect(findingOf(facts, check)).toEqual(expected)
})

test('the reach of a listener follows from its address', () => {
  const binds = [
    ':1883',
    1883,
    '0.0.0.0:1',
    '[::]:1',
    '127.0.0.1:1',
    '[::1]:1',
    'localhost:1',
    '10.1.2.3:1',
    '[fe80::1]:1',
    0,
    undefined,
  ]
  expect(binds.map(reachOf)).toEqual([
    ...['everywhere', 'everywhere', 'everywhere', 'everywhere'],
    ...['machine', 'machine', 'machine', 'network', 'network', 'off', 'off'],
  ])
})
