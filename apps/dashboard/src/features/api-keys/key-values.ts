import type { ApiKey, ApiKeyChange, CreatedApiKey } from '@mqdeck/contract'

/** What a program needs to call the API, as a shell and most tools read it. */
export function toEnvironmentFile(key: CreatedApiKey, apiUrl: string): string {
  return [`MQDECK_API_URL=${apiUrl}`, `MQDECK_API_KEY=${key.api_key}`, `MQDECK_API_SECRET=${key.api_secret}`, ''].join(
    '\n',
  )
}

/** A call that works with the role of the key. */
export function toCurlExample({ api_key, role }: Pick<ApiKey, 'api_key' | 'role'>, secret: string, apiUrl: string) {
  const credentials = `curl -u '${api_key}:${secret}'`
  if (role !== 'publisher') return `${credentials} '${apiUrl}/nodes'`
  const body = `{"topic": "t/1", "payload": "hello", "qos": 1}`
  return `${credentials} -H 'Content-Type: application/json' \\\n  -d '${body}' '${apiUrl}/publish'`
}

/** The key as it stands, for a change of one part: without its expiry the broker would let it live for ever. */
export function toChange({ desc, enable, expired_at, role }: ApiKey): ApiKeyChange {
  const seconds = Math.floor(Date.parse(expired_at) / 1000)
  return {
    desc,
    enable,
    expired_at: Number.isNaN(seconds) ? 'infinity' : seconds,
    ...(role !== undefined && { role }),
  }
}

/** The end of a day so many days ahead, in local time; RFC 3339. */
export function endOfDay(now: number, days: number): string {
  const moment = new Date(now)
  moment.setDate(moment.getDate() + days)
  moment.setHours(23, 59, 59, 0)
  return moment.toISOString()
}
