import type { GatewayClient } from '@mqdeck/contract'
import type { GatewayManifest } from '@mqdeck/gateways/catalog'
import { dash, type Format, type Locale } from '../../../i18n/index.ts'

/** Address and port; brackets around IPv6. */
export function addressText(ip: string | undefined, port: number | undefined): string | undefined {
  if (ip === undefined || port === undefined) return ip
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`
}

/** Fields of client views that are durations in seconds. */
const inSeconds = ['lifetime', 'keepalive', 'expiry_interval', 'sleep_duration', 'heartbeat']

/** The value of a field of any gateway's client view. */
export function detailText(field: string, value: unknown, format: Pick<Format, 'number' | 'duration'>): string {
  if (value === undefined || value === null || value === '') return dash
  if (typeof value === 'number') return inSeconds.includes(field) ? format.duration(value * 1000) : format.number(value)
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

/** The value of a column that only clients of this kind of gateway have. */
export function columnText(
  { field, values }: GatewayManifest['clientColumns'][number],
  client: GatewayClient,
  locale: Locale,
  format: Parameters<typeof detailText>[2],
): string {
  const value: unknown = Reflect.get(client, field)
  return values?.[String(value)]?.[locale] ?? detailText(field, value, format)
}

/** Undefined for no limit: `infinity` or 0. */
export const limitOf = (limit: unknown): number | undefined =>
  typeof limit === 'number' && limit > 0 ? limit : undefined
