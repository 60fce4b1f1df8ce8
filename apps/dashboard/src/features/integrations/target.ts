import { isRecord } from '../../lib/json/json-path.ts'

/** Fields with the address of the remote system, in the settings of a connector or in their `parameters`. */
const addressFields = ['server', 'servers', 'bootstrap_hosts', 'url', 'base_url', 'endpoint', 'hosts'] as const

/** Host and port of the remote system of a connector. Undefined if the settings have none. */
export function targetOf(settings: object): string | undefined {
  const own = new Map<string, unknown>(Object.entries(settings))
  for (const name of addressFields) {
    const text = addressIn(own.get(name))
    if (text !== undefined) return text
  }
  const host = own.get('host')
  if (typeof host === 'string' && host !== '') {
    const port = own.get('port')
    return port === undefined ? host : `${host}:${String(port)}`
  }
  const parameters = own.get('parameters')
  return isRecord(parameters) ? targetOf(parameters) : undefined
}

function addressIn(value: unknown): string | undefined {
  const text = Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(', ') : value
  if (typeof text !== 'string' || text.trim() === '') return undefined
  // Without the user and password that a URL can contain.
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && URL.canParse(text) ? new URL(text).host : text
}
