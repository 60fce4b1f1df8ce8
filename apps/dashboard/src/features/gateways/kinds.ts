import { type GatewayManifest, gatewayManifests } from '@mqdeck/gateways/catalog'
import type { Locale } from '../../i18n/index.ts'

type Text = Readonly<Record<Locale, string>>

/** Information about a gateway type that the pages show in addition to its settings. */
export interface GatewayKind {
  readonly name: string
  readonly label: Text
  /** Purpose in one line. */
  readonly about: Text
  /** One or two letters, drawn next to the name. */
  readonly mark: string
  /** Types of listeners. */
  readonly transports: readonly string[]
  /** The listener that a new gateway starts with. */
  readonly defaultListener: Readonly<Record<string, unknown>> & { readonly type: string; readonly port: number }
  readonly clientColumns: GatewayManifest['clientColumns']
  /** `mechanism:backend`; undefined for all that gateways support. */
  readonly authenticators?: readonly string[] | undefined
}

/** Kinds without a declaration, which only other brokers have. Their forms come from the OpenAPI document of the broker. */
const otherKinds: readonly GatewayKind[] = [
  {
    name: 'ocpp',
    label: { en: 'OCPP', zh: 'OCPP' },
    about: {
      en: 'Charging stations for electric vehicles (OCPP 1.6-J over WebSocket).',
      zh: '电动汽车充电桩（基于 WebSocket 的 OCPP 1.6-J）。',
    },
    mark: 'OC',
    transports: ['ws', 'wss'],
    defaultListener: { type: 'ws', port: 33033, websocket: { path: '/ocpp' } },
    clientColumns: [],
  },
  {
    name: 'gbt32960',
    label: { en: 'GB/T 32960', zh: 'GB/T 32960' },
    about: {
      en: 'Electric vehicles that report data by the Chinese standard GB/T 32960.',
      zh: '按国家标准 GB/T 32960 上报数据的电动汽车。',
    },
    mark: 'GB',
    transports: ['tcp', 'ssl'],
    defaultListener: { type: 'tcp', port: 7325 },
    clientColumns: [],
  },
  {
    name: 'jt808',
    label: { en: 'JT/T 808', zh: 'JT/T 808' },
    about: {
      en: 'Vehicle terminals that use the Chinese standard JT/T 808.',
      zh: '使用行业标准 JT/T 808 的车载终端。',
    },
    mark: 'JT',
    transports: ['tcp', 'ssl'],
    defaultListener: { type: 'tcp', port: 6207 },
    clientColumns: [],
  },
]

const kinds: readonly GatewayKind[] = [...gatewayManifests, ...otherKinds]

/** The declaration of a gateway; undefined for kinds that only other brokers have. */
export const manifestOf = (name: string): GatewayManifest | undefined =>
  gatewayManifests.find((one) => one.name === name)

/** A kind by its name. Kinds of newer brokers are shown with their name. */
export function kindOf(name: string): GatewayKind {
  const same = { en: name, zh: name }
  return (
    kinds.find((one) => one.name === name) ?? {
      name,
      label: same,
      about: { en: '', zh: '' },
      mark: name.slice(0, 2).toUpperCase(),
      transports: ['tcp', 'ssl', 'udp', 'dtls'],
      defaultListener: { type: 'tcp', port: 7000 },
      clientColumns: [],
    }
  )
}

/** Position of a kind in lists; unknown kinds come last. */
export function rankOf(name: string): number {
  const at = kinds.findIndex((one) => one.name === name)
  return at < 0 ? kinds.length : at
}

/** Properties of the drawing next to the name. */
export const markOf = ({ mark }: GatewayKind) => ({ category: 'broker', mark }) as const
