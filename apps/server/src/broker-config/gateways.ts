import { type AuthenticatorSettings, gatewayAuthenticator } from '@mqdeck/access/catalog'
import {
  type AnyStruct,
  type GatewayListenerPlain,
  type GatewayListenerWire,
  gatewayListenerStructs,
  isListenerName,
  type Kind,
  mapOf,
  type Setting,
  type Struct,
  setting,
  struct,
  structKind,
} from '@mqdeck/contract'
import { type GatewayManifest, gatewayManifests, gatewayStructWith } from '@mqdeck/gateways/catalog'

/** A listener in the configuration, with an authenticator of its own. */
export type StoredListener = GatewayListenerWire & { readonly authentication?: AuthenticatorSettings }
export type StoredListenerPlain = Omit<GatewayListenerPlain, 'type' | 'name'> & {
  readonly authentication?: AuthenticatorSettings
}

/** A gateway in the configuration. The other fields depend on its kind. `Listener` is in API format or in plain units. */
export interface StoredGateway<Listener = StoredListener> {
  readonly enable: boolean
  readonly authentication?: AuthenticatorSettings
  /** By type, then by name. */
  readonly listeners: Readonly<Record<string, Readonly<Record<string, Listener>>>>
  readonly [field: string]: unknown
}

type ByName<T> = Readonly<Record<string, T | undefined>>

const authentication = setting(gatewayAuthenticator, {
  label: { en: 'Authenticator', zh: '认证器' },
  help: {
    en: 'Authenticates the clients. Without an authenticator, all clients are accepted.',
    zh: '对客户端进行认证。没有认证器时接受所有客户端。',
  },
})

const listenersOf = ({ transports }: GatewayManifest): AnyStruct =>
  struct(
    `gateway.${transports.join('_')}_listeners`,
    Object.fromEntries(
      transports.map((type) => {
        const { name, fields } = gatewayListenerStructs[type]
        const one = struct(name, { ...fields, authentication } as Readonly<Record<string, Setting>>)
        return [type, setting(mapOf('$name', structKind(one)), { default: {}, label: { en: type, zh: type } })]
      }),
    ),
    (byType, refuse) => {
      for (const [type, some] of Object.entries(byType as StoredGateway['listeners']))
        for (const name of Object.keys(some))
          if (!isListenerName(name))
            refuse(type, `must have names of letters, digits, hyphens and underscores, not ${name}`)
    },
  )

const storedStruct = (manifest: GatewayManifest): Struct =>
  gatewayStructWith(manifest, {
    authentication,
    listeners: setting(structKind(listenersOf(manifest) as Struct), {
      default: {},
      label: { en: 'Listeners', zh: '监听器' },
    }),
  }) as Struct // of the same fields

/** Root `gateway`: the loaded gateways by name. */
const gateways = struct(
  'gateway',
  Object.fromEntries(
    gatewayManifests.map((manifest) => [
      manifest.name,
      setting(structKind(storedStruct(manifest)) as Kind, { label: manifest.label, help: manifest.about }),
    ]),
  ),
)

/** The structs are built from tables, which types cannot follow. */
export const gatewayKind = structKind(gateways) as unknown as Kind<
  ByName<StoredGateway>,
  ByName<StoredGateway<StoredListenerPlain>>
>
