import {
  type Call,
  getListener,
  getListenerCertificate,
  type ListenerCertificate,
  type ListenerInfo,
  type ListenerSummary,
  listListeners,
} from '@mqdeck/contract'
import { defineQuery, orIfMissing, refreshIntervals, useData } from '../../api/index.ts'
import { type ClientAddress, clientAddress, firstCommands, publishCommand } from '../../lib/access/client-addresses.ts'

/** The listeners with their state on every node. Several features share the answer. */
export const listenersQuery = defineQuery<undefined, readonly ListenerSummary[]>({
  name: 'listeners',
  load: (call, _, signal) => call(listListeners, { signal }),
  poll: 'chosen',
  interval: refreshIntervals.nodes,
})

/** The settings of every listener, by id. The list has no zone, certificate or path, so each listener is requested. */
export const listenerSettingsQuery = defineQuery<undefined, ReadonlyMap<string, ListenerInfo>>({
  name: 'listener-settings',
  async load(call, _, signal) {
    const listed = await call(listListeners, { signal })
    return readSettings(
      call,
      listed.map(({ id }) => id),
      signal,
    )
  },
})

/** The settings of listeners that the page knows from `listenersQuery`, by id. */
export const someListenerSettingsQuery = defineQuery<
  { readonly ids: readonly string[] },
  ReadonlyMap<string, ListenerInfo>
>({
  name: 'listener-settings',
  load: (call, { ids }, signal) => readSettings(call, ids, signal),
})

async function readSettings(call: Call, ids: readonly string[], signal: AbortSignal) {
  const found = await Promise.all(
    ids.map((id) =>
      // Undefined: it was deleted meanwhile.
      orIfMissing(call(getListener, { params: { id }, signal }), undefined),
    ),
  )
  return new Map(found.flatMap((info) => (info ? [[info.id, info] as const] : [])))
}

/** Certificate of a `wss` listener, as the server in front of the cluster sees it. 404 on the embedded broker. */
export const listenerCertificateQuery = defineQuery<{ readonly id: string }, ListenerCertificate>({
  name: 'listener-certificate',
  load: (call, params, signal) => call(getListenerCertificate, { params, signal }),
})

/** Addresses of all listeners that run on any node. */
export function clientAddresses(
  listeners: readonly ListenerSummary[],
  settings: ReadonlyMap<string, ListenerInfo> | undefined,
): readonly ClientAddress[] {
  return listeners
    .filter(({ enable, status }) => enable && status?.running !== false)
    .flatMap(({ id, type, bind }) => {
      const info = settings?.get(id)
      const path = info && 'websocket' in info ? info.websocket.mqtt_path : undefined
      return clientAddress({ id, type, bind, path }, location.hostname) ?? []
    })
}

/** Commands to connect a first client; undefined if no listener supports them. */
export function useFirstCommands(): readonly [subscribe: string, publish: string] | undefined {
  const address = useSimplestAddress()
  return address && firstCommands(address)
}

/** A command that publishes once, with `publishCommand`'s options; undefined as above. */
export function usePublishCommand(options: string): string | undefined {
  const address = useSimplestAddress()
  return address && publishCommand(address, options)
}

/** The listener with the fewest requirements for clients. */
function useSimplestAddress(): ClientAddress | undefined {
  const { data } = useData(listenersQuery, undefined)
  const found = data && clientAddresses(data, undefined)
  return (
    found?.find(({ id }) => id === 'tcp:default') ??
    found?.find(({ type }) => type === 'tcp') ??
    found?.find(({ type }) => type === 'ssl')
  )
}
