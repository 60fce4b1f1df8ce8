import {
  AppError,
  defaultPorts,
  listenerId,
  listenerTypes,
  noContent,
  ok,
  parseListenerId,
  writeHostPort,
} from '@mqdeck/contract'
import type { View } from '../../../broker-config/configuration.ts'
import { mergeTrees } from '../../../broker-config/trees.ts'
import type { Call } from '../../../http/mount.ts'
import type { BrokerContext } from '../broker-context.ts'
import { authorOf, type HandlersOf } from '../management.ts'
import { findFreePort } from './free-port.ts'
import { idle, type Observed, toInfo, toSummary, toTypeStatus } from './listener-status.ts'
import { findListener, type ListenerEntry, listenerEntries, toRefusal, withListener } from './service.ts'

const done = { status: 200, body: undefined } as const

export function listenerHandlers({
  configuration,
  broker,
  nodes,
  settings: { bind },
}: BrokerContext): HandlersOf<'listeners'> {
  const shown = { get: configuration.shown }
  const statesOf = nodes.operation(() =>
    broker.listeners().map(({ id, running, currentConnections }) => ({ id, running, currentConnections })),
  )
  const startOf = nodes.operation((id: string) => broker.startListener(id))
  const restartOf = nodes.operation((id: string) => broker.restartListener(id))
  const observed = async (): Promise<readonly Observed[]> => {
    const answers = await statesOf.onAll()
    return listenerEntries(shown).map((entry) => ({
      entry,
      states: answers.map(({ node, answer }) => ({ node, answer: answer.find(({ id }) => id === entry.id) ?? idle })),
    }))
  }
  const info = async (id: string) => {
    const found = (await observed()).find(({ entry }) => entry.id === id)
    if (!found) throw notFound()
    return toInfo(found, bind)
  }

  const create = async (id: string, settings: unknown, call: Call, what: string) => {
    const place = parseListenerId(id)
    if (!place) throw new AppError('BAD_LISTENER_ID', `${id} is not a listener ID. Use type:name, such as tcp:default`)
    await configuration.change(
      (view) => {
        if (findListener(view, id)) throw new AppError('BAD_LISTENER_ID', 'Already Exist')
        return withListener(view, place, settings)
      },
      authorOf(call, what),
    )
    return ok(await info(id))
  }
  /** @param make changes the settings of an existing listener; it must not delete it */
  const change = (id: string, make: (entry: ListenerEntry) => unknown, call: Call, what: string) =>
    configuration.change(
      (view) => {
        const entry = requireListener(view, id)
        return withListener(view, entry, make(entry))
      },
      authorOf(call, what),
    )
  const enable = (value: boolean, id: string, call: Call, what: string) =>
    change(id, ({ settings }) => ({ ...settings, enable: value }), call, `POST /listeners/${id}/${what}`)

  return {
    listListenerTypes: async () => {
      const taken = listenerEntries(shown)
      const types = broker.listenerTypes().map(async (one) => {
        const usual = defaultPorts[one.type]
        const port = await findFreePort(bind, usual, one.type === 'quic', taken)
        return { ...one, default_port: usual, suggested_bind: writeHostPort({ host: bind, port: port ?? usual }) }
      })
      return ok(await Promise.all(types))
    },
    listListenerStatus: async () => {
      const all = await observed()
      const byType = listenerTypes.toSorted().map((type) => all.filter(({ entry }) => entry.type === type))
      return ok(byType.flatMap(toTypeStatus))
    },
    listListeners: async ({ query: { type } }) =>
      ok(
        (await observed())
          .filter(({ entry }) => type === undefined || entry.type === type)
          .map((one) => toSummary(one, bind)),
      ),
    createListener: ({ body: { type, name, running, current_connections, ...settings } }, call) =>
      create(listenerId({ type, name }), settings, call, 'POST /listeners'),
    createListenerById: ({ params, body: { id, type, running, current_connections, ...settings } }, call) => {
      requireSame(params.id, id, type)
      return create(id, settings, call, `POST /listeners/${id}`)
    },
    getListener: async ({ params: { id } }) => ok(await info(id)),
    updateListener: async ({ params, body: { id, type, running, current_connections, ...changes } }, call) => {
      requireSame(params.id, id, type)
      await change(id, ({ settings }) => mergeTrees(settings, changes), call, `PUT /listeners/${id}`)
      return ok(await info(id))
    },
    deleteListener: async ({ params: { id } }, call) => {
      await change(id, () => undefined, call, `DELETE /listeners/${id}`)
      return noContent
    },
    startListener: async ({ params: { id } }, call) => {
      await enable(true, id, call, 'start')
      await startOf.onAll(id).catch(refuse)
      return done
    },
    stopListener: async ({ params: { id } }, call) => {
      await enable(false, id, call, 'stop')
      return done
    },
    restartListener: async ({ params: { id } }, call) => {
      const wasEnabled = requireListener(configuration, id).settings.enable
      await enable(true, id, call, 'restart')
      if (wasEnabled) await restartOf.onAll(id).catch(refuse)
      return done
    },
  }
}

function requireListener(view: Pick<View, 'get'>, id: string): ListenerEntry {
  const found = findListener(view, id)
  if (!found) throw notFound()
  return found
}

const notFound = () => new AppError('BAD_LISTENER_ID', 'Listener id not found', { status: 404 })

function requireSame(inPath: string, inBody: string, type: string): void {
  if (inPath !== inBody) throw new AppError('BAD_LISTENER_ID', "Path and body's listener id not match")
  if (parseListenerId(inBody)?.type !== type) throw new AppError('BAD_REQUEST', 'listener_type_inconsistent')
}

function refuse(error: unknown): never {
  throw toRefusal(error)
}
