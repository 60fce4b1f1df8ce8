import type { Format } from '../../i18n/index.ts'

/** MQTT 5, 3.1.2.11.2: a session with this expiry, in seconds, never expires. */
const infiniteExpiry = 4_294_967_295

interface ExpiryTexts {
  readonly neverExpires: string
  readonly onDisconnect: string
}

/** Seconds as a duration; 0 means that the session ends with the connection. */
export function expiryText(seconds: number | undefined, format: Format, texts: ExpiryTexts): string {
  if (seconds === infiniteExpiry) return texts.neverExpires
  if (seconds === 0) return texts.onDisconnect
  return format.duration(seconds === undefined ? undefined : seconds * 1000)
}

/** Seconds as a duration; 0 means that keep alive is off. */
export function keepAliveText(seconds: number | undefined, format: Format, off: string): string {
  return seconds === 0 ? off : format.duration(seconds === undefined ? undefined : seconds * 1000)
}

/** A limit from the API as a number; undefined for no limit (`infinity` or 0). */
export function limitOf(limit: number | 'infinity' | undefined): number | undefined {
  return typeof limit === 'number' && limit > 0 ? limit : undefined
}

const versions: Readonly<Record<number, string>> = { 3: '3.1', 4: '3.1.1', 5: '5.0' }

/** `MQTT 5.0`; the protocol of a gateway is unchanged: `STOMP 1.2`. */
export function protocolText(name: string | undefined, version: number | string | undefined): string | undefined {
  if (name === undefined) return undefined
  // The protocol name of MQTT 3.1 is MQIsdp.
  if (name === 'MQTT' || name === 'MQIsdp') return `MQTT ${versions[Number(version)] ?? version ?? ''}`.trim()
  return [name, version].filter((part) => part !== undefined && part !== '').join(' ')
}

export const protocolVersions = [
  { value: '5', label: 'MQTT 5.0' },
  { value: '4', label: 'MQTT 3.1.1' },
  { value: '3', label: 'MQTT 3.1' },
] as const

export function addressText(ip: string | undefined, port: number | undefined): string | undefined {
  if (ip === undefined || port === undefined) return ip
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`
}
