import type { ListenerSettings } from '@mqdeck/broker'
import { type ListenerType, type ListenerWire, listenerStructs, toListener } from '@mqdeck/contract'
import { testCertificate } from './certificate.ts'

/** Settings that differ from the defaults, in the format of the API. */
export type ListenerChanges<T extends ListenerType = 'tcp'> = {
  readonly [K in keyof ListenerWire<T>]?: PartOf<ListenerWire<T>[K]>
}
type PartOf<V> = V extends readonly unknown[] ? V : V extends object ? { readonly [K in keyof V]?: PartOf<V[K]> } : V

/** A listener on a free port of 127.0.0.1 with these settings. */
export async function listenerWith<T extends ListenerType>(
  type: T,
  changes: ListenerChanges<T> = {},
  name = 'default',
): Promise<Extract<ListenerSettings, { type: T }>> {
  // Settings of all types, and of TLS.
  const { ssl_options, ...others } = changes as { readonly ssl_options?: object }
  const { cert, key } = await testCertificate()
  const given = {
    bind: '127.0.0.1:0',
    ...others,
    ...(isSecure(type) && { ssl_options: { certfile: cert, keyfile: key, ...ssl_options } }),
  }
  // The struct of this type validates values of this type.
  const wire = listenerStructs[type].schema.parse(given) as ListenerWire<T>
  // The same, as a member of the union.
  return toListener(type, name, wire) as unknown as Extract<ListenerSettings, { type: T }>
}

const isSecure = (type: ListenerType) => type === 'ssl' || type === 'wss' || type === 'quic'
