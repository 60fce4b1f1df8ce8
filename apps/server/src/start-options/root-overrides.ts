import { writeHostPort } from '@mqdeck/contract'
import type { Changes, Override } from '../broker-config/roots.ts'
import { type SettingKey, type Settings, settings as table } from './start-options.ts'

const types = ['tcp', 'ssl', 'ws', 'wss'] as const

/** Values of the roots if nothing is stored, derived from the start options. */
export function toBases(settings: Settings): Changes {
  return {
    dashboard: {
      listeners: { http: { bind: writeHostPort({ host: settings.bind, port: settings['dashboard.port'] }) } },
      default_password: settings['dashboard.default_password'],
    },
    log: { console: { enable: true, level: toLogLevel(settings.log_level) } },
    listeners: Object.fromEntries(
      types.map((type) => [
        type,
        {
          default: {
            enable: settings[`listeners.${type}.enable`],
            bind: writeHostPort({ host: settings.bind, port: settings[`listeners.${type}.port`] }),
            ...(isSecure(type) && { ssl_options: toTls(settings) }),
          },
        },
      ]),
    ),
  }
}

/** Options that were given explicitly, which override stored values. */
export function toOverrides(
  given: Partial<Settings>,
  settings: Settings,
  sourceOf: (key: SettingKey) => string = (key) => table[key].env,
): readonly Override[] {
  const over = (key: SettingKey, path: string, value: unknown): readonly Override[] =>
    given[key] === undefined ? [] : [{ path: path.split('.'), value, source: sourceOf(key) }]
  const tls = toTls(settings)
  return [
    ...over(
      'dashboard.port',
      'dashboard.listeners.http.bind',
      writeHostPort({ host: settings.bind, port: settings['dashboard.port'] }),
    ),
    ...over('log_level', 'log.console.level', toLogLevel(settings.log_level)),
    ...types.flatMap((type) => {
      const place = `listeners.${type}.default`
      return [
        ...over(`listeners.${type}.enable`, `${place}.enable`, settings[`listeners.${type}.enable`]),
        ...over(
          `listeners.${type}.port`,
          `${place}.bind`,
          writeHostPort({ host: settings.bind, port: settings[`listeners.${type}.port`] }),
        ),
        ...(isSecure(type)
          ? [
              ...over('tls.cert_file', `${place}.ssl_options.certfile`, tls.certfile),
              ...over('tls.key_file', `${place}.ssl_options.keyfile`, tls.keyfile),
              ...over('tls.ca_file', `${place}.ssl_options.cacertfile`, tls.cacertfile),
              ...over('tls.verify_peer', `${place}.ssl_options.verify`, tls.verify),
              ...over('tls.verify_peer', `${place}.ssl_options.fail_if_no_peer_cert`, tls.fail_if_no_peer_cert),
            ]
          : []),
      ]
    }),
  ].filter(({ value }) => value !== undefined)
}

const isSecure = (type: (typeof types)[number]) => type === 'ssl' || type === 'wss'

/**
 * Without a given certificate, the path of EMQX's default is used, where a self-signed one is created at the first
 * start.
 */
function toTls(settings: Settings) {
  const given = (key: 'tls.cert_file' | 'tls.key_file' | 'tls.ca_file') => settings[key] || undefined
  const verify = settings['tls.verify_peer']
  return {
    certfile: given('tls.cert_file'),
    keyfile: given('tls.key_file'),
    cacertfile: given('tls.ca_file'),
    verify: verify ? 'verify_peer' : 'verify_none',
    fail_if_no_peer_cert: verify,
  }
}

const toLogLevel = (level: Settings['log_level']) => (level === 'warn' ? 'warning' : level)
