import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError, loadSettings } from './load.ts'
import { settings } from './start-options.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mqdeck-config-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function file(yaml: string): string {
  const name = join(folder, 'mqdeck.yaml')
  writeFileSync(name, yaml)
  return name
}

function problems(load: () => unknown): readonly string[] {
  try {
    load()
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('the configuration', () => {
  it('has a default for every key', () => {
    expect(loadSettings(file(''), {}).settings).toMatchObject({ bind: '127.0.0.1', 'listeners.tcp.port': 1883 })
  })

  it('reads settings of every root from the file, with their source', () => {
    const name = file(
      'bind: 0.0.0.0\ndashboard:\n  port: 1\n  token_expired_time: 1h30m\nmqtt: {max_packet_size: 2MB}\n' +
        'listeners: {tcp: {port: 1884, other: {bind: 1885}}}\nrewrite: [{action: all, source_topic: a, re: a, dest_topic: b}]\n',
    )
    const { settings, overrides } = loadSettings(name, {})
    expect(settings).toMatchObject({ bind: '0.0.0.0', 'dashboard.port': 1 })
    expect(overrides.map(({ path, value }) => [path.join('.'), value])).toEqual([
      ['dashboard.listeners.http.bind', '0.0.0.0:1'],
      ['listeners.tcp.default.bind', '0.0.0.0:1884'],
      ['dashboard.token_expired_time', '1h30m'],
      ['mqtt.max_packet_size', '2MB'],
      ['listeners.tcp', { other: { bind: 1885 } }],
      ['rewrite', [{ action: 'all', source_topic: 'a', re: 'a', dest_topic: 'b' }]],
    ])
    expect(overrides.at(3)?.source).toBe(`mqtt.max_packet_size in ${name}`)
  })

  it('has a variable for every value of every root, and older names', () => {
    const env = {
      MQDECK_MQTT_MAX_INFLIGHT: '7',
      MQDECK_RETAINER_BACKEND_MAX_RETAINED_MESSAGES: '9',
      MQDECK_TOKEN_EXPIRED_TIME: '2h',
      MQDECK_TCP_PORT: '1884',
    }
    expect(loadSettings(file(''), env).overrides).toEqual([
      { path: ['listeners', 'tcp', 'default', 'bind'], value: '127.0.0.1:1884', source: 'MQDECK_TCP_PORT' },
      { path: ['mqtt', 'max_inflight'], value: '7', source: 'MQDECK_MQTT_MAX_INFLIGHT' },
      {
        path: ['retainer', 'backend', 'max_retained_messages'],
        value: '9',
        source: 'MQDECK_RETAINER_BACKEND_MAX_RETAINED_MESSAGES',
      },
      { path: ['dashboard', 'token_expired_time'], value: '2h', source: 'MQDECK_TOKEN_EXPIRED_TIME' },
    ])
    expect(loadSettings(file(''), { MQDECK_TLS_VERIFY_PEER: 'true' }).overrides).toEqual(
      ['ssl', 'wss'].flatMap((type) => [
        {
          path: ['listeners', type, 'default', 'ssl_options', 'verify'],
          value: 'verify_peer',
          source: 'MQDECK_TLS_VERIFY_PEER',
        },
        {
          path: ['listeners', type, 'default', 'ssl_options', 'fail_if_no_peer_cert'],
          value: true,
          source: 'MQDECK_TLS_VERIFY_PEER',
        },
      ]),
    )
    expect(problems(() => loadSettings(file(''), { MQDECK_MQTT_MAX_INFLIGHT: '0' }))).toEqual([
      'MQDECK_MQTT_MAX_INFLIGHT: must be between 1 and 65535, got "0"',
    ])
    expect(problems(() => loadSettings(file(''), { MQDECK_MQTT_MAX_INFLGHT: '1' }))).toEqual([
      'MQDECK_MQTT_MAX_INFLGHT: unknown variable; did you mean MQDECK_MQTT_MAX_INFLIGHT?',
    ])
  })

  it('reads host names separated by commas, and rejects invalid ones', () => {
    const read = (value: string) => loadSettings(file(''), { MQDECK_DASHBOARD_ALLOWED_HOSTS: value })
    expect(read('a.example, *.b.example,').settings['dashboard.allowed_hosts']).toEqual(['a.example', '*.b.example'])
    expect(problems(() => read('http://a.example'))[0]).toContain('expected host names separated by commas')
  })

  it('lets a variable override the file', () => {
    expect(loadSettings(file('dashboard: {port: 1}'), { MQDECK_DASHBOARD_PORT: '2' }).settings['dashboard.port']).toBe(
      2,
    )
  })

  it('reports an unknown key and the closest known one', () => {
    expect(problems(() => loadSettings(file('dashbord: {port: 1}'), {}))[0]).toMatch(/dashbord in .*unknown key/)
    expect(problems(() => loadSettings(file('dashboard: {prt: 1}'), {}))[0]).toMatch(
      /dashboard\.prt in .*unknown key; did you mean dashboard\.port\?/,
    )
  })

  it('reports an unknown variable and the closest known one', () => {
    expect(problems(() => loadSettings(file(''), { MQDECK_TPC_PORT: '1' }))).toEqual([
      'MQDECK_TPC_PORT: unknown variable; did you mean MQDECK_TCP_PORT?',
    ])
  })

  it('reports all invalid values with key and expectation', () => {
    const name = file('listeners: {tcp: {port: 70000}}\nlog_level: loud\nbind: [1]\ndashboard: 5')
    const found = problems(() => loadSettings(name, { MQDECK_WS_PORT: '', MQDECK_TCP_ENABLE: 'yes' }))
    expect(found.join('\n')).toContain('listeners.tcp.port in')
    expect(found.join('\n')).toContain('expected a whole number from 0 to 65535, got 70000')
    expect(found.join('\n')).toContain('MQDECK_WS_PORT: expected a whole number')
    expect(found.join('\n')).toContain('MQDECK_TCP_ENABLE: expected true or false, got "yes"')
    expect(found.join('\n')).toContain('log_level in')
    expect(found.join('\n')).toContain('bind in')
    expect(found.join('\n')).toContain('dashboard in')
  })

  it('does not repeat a rejected secret', () => {
    expect(problems(() => loadSettings(file('dashboard: {default_password: {a: hunter2}}'), {})).join()).not.toContain(
      'hunter2',
    )
  })

  it('reports the line of invalid YAML', () => {
    expect(problems(() => loadSettings(file('a: [1'), {}))[0]).toMatch(/not valid YAML.*line/)
  })

  it('reads an empty name of the file, such as `MQDECK_CONFIG=`, as none', () => {
    expect(loadSettings('', {}).settings).toEqual(loadSettings(undefined, {}).settings)
  })

  it('reports a missing file', () => {
    expect(problems(() => loadSettings(join(folder, 'none.yaml'), {}))[0]).toMatch(/none\.yaml: no such file/)
  })
})

it('every default can be read by its own key', () => {
  for (const { type, default: fallback, shownDefault } of Object.values(settings)) {
    if (shownDefault !== '') expect(type.read(shownDefault)).toEqual(fallback)
  }
})
