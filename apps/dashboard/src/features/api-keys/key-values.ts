import type { ApiKey, ApiKeyChange, CreatedApiKey } from '@mqdeck/contract'

/** The content of an `.env` file with the URL of the API and the key. */
export function toEnvironmentFile(key: CreatedApiKey, apiUrl: string): string {
  return [`MQDECK_API_URL=${apiUrl}`, `MQDECK_API_KEY=${key.api_key}`, `MQDECK_API_SECRET=${key.api_secret}`, ''].join(
    '\n',
  )
}

/** An example request that the role of the key permits. */
export function toCurlExample({ api_key, role }: Pick<ApiKey, 'api_key' | 'role'>, secret: string, apiUrl: string) {
  const credentials = `curl -u '${api_key}:${secret}'`
  if (role !== 'publisher') return `${credentials} '${apiUrl}/nodes'`
  const body = `{"topic": "t/1", "payload": "hello", "qos": 1}`
  return `${credentials} -H 'Content-Type: application/json' \\\n  -d '${body}' '${apiUrl}/publish'`
}

/** All current values of the key, to which a change is applied. Without `expired_at` the broker would make the key permanent. */
export function toChange({ desc, enable, expired_at, role }: ApiKey): ApiKeyChange {
  const seconds = Math.floor(Date.parse(expired_at) / 1000)
  return {
    desc,
    enable,
    expired_at: Number.isNaN(seconds) ? 'infinity' : seconds,
    ...(role !== undefined && { role }),
  }
}

/** The end of the day after this number of days, in local time, as RFC 3339. */
export function endOfDay(now: number, days: number): string {
  const moment = new Date(now)
  moment.setDate(moment.getDate() + days)
  moment.setHours(23, 59, 59, 0)
  return moment.toISOString()
}
