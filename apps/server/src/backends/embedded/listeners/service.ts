import { isDeepStrictEqual } from 'node:util'
import { type Broker, ListenerError, type ListenerSettings } from '@mqdeck/broker'
import {
  isListenerName,
  type ListenerType,
  type ListenerWire,
  listenerId,
  listenerTypes,
  toListener,
} from '@mqdeck/contract'
import { runSteps, type Step } from '@mqdeck/kit'
import type { Changes, Connection, View } from '../../../broker-config/configuration.ts'
import { withFolder } from '../../../broker-config/folder-variables.ts'
import { invalid, requireFewer } from '../root-checks.ts'

/** Per type. */
const maxListeners = 256

/** @param applyZones applies the zones after the listeners that use them */
export const listenersRoot = (
  broker: Broker,
  defaults: ListenerDefaults,
  applyZones: (view: View) => void,
): Connection<'listeners'> => ({
  check: (next, view) => {
    for (const [type, some] of Object.entries(next)) requireFewer(`listeners.${type}`, some, maxListeners)
    checkListeners(view)
  },
  apply: async (_next, _previous, view, before) => {
    await replaceListeners(broker, toListeners(before, defaults), toListeners(view, defaults))
    applyZones(view)
  },
})

function checkListeners(view: View): void {
  for (const { type, name, settings } of listenerEntries(view)) {
    const path = `listeners.${type}.${name}`
    if (!isListenerName(name)) throw invalid(path, 'must have a name of letters, digits, hyphens and underscores', name)
    if (settings.zone !== 'default' && !Object.hasOwn(view.get('zones'), settings.zone))
      throw invalid(`${path}.zone`, 'must name a zone that exists', settings.zone)
  }
}

interface ListenerDefaults {
  /** The data folder. */
  readonly folder: string
  /**
   * Address of listeners whose settings have only a port: the `bind` option of the server. EMQX listens on all
   * addresses.
   */
  readonly bind: string
}

/** The listener settings in the format of the broker. */
export function toListeners(view: View, { folder, bind }: ListenerDefaults): readonly ListenerSettings[] {
  const byType = view.get('listeners')
  return listenerTypes.flatMap((type) =>
    Object.entries(byType[type]).map(([name, wire]) => {
      // The struct of this type has validated the values of this type.
      const listener = toListener(type, name, wire as never)
      return withFolder({ ...listener, bind: { ...listener.bind, host: listener.bind.host ?? bind } }, folder)
    }),
  )
}

/**
 * Creates, updates and deletes listeners until they match `next`.
 * @throws {AppError} (rejects) if one cannot be applied; all listeners are as before then
 */
async function replaceListeners(
  broker: Broker,
  before: readonly ListenerSettings[],
  next: readonly ListenerSettings[],
): Promise<void> {
  const wanted = new Map(next.map((one) => [listenerId(one), one]))
  const leaving = before.filter((one) => !wanted.has(listenerId(one)) || isInTheWay(one, next))
  const staying = new Map(before.filter((one) => !leaving.includes(one)).map((one) => [listenerId(one), one]))
  const add = (one: ListenerSettings) => broker.addListener(one)
  const remove = (one: ListenerSettings) => broker.removeListener(listenerId(one))
  const steps: readonly Step[] = [
    // First, because other listeners may need their ports.
    ...leaving.map((one) => ({ run: () => remove(one), undo: () => add(one) })),
    ...next.flatMap((one): readonly Step[] => {
      const was = staying.get(listenerId(one))
      if (!was) return [{ run: () => add(one), undo: () => remove(one) }]
      if (isDeepStrictEqual(was, one)) return []
      const update = (to: ListenerSettings) => broker.updateListener(listenerId(one), to)
      return [{ run: () => update(one), undo: () => update(was) }]
    }),
  ]
  await runSteps(steps).catch((error: unknown) => Promise.reject(toRefusal(error)))
}

/** Whether it releases a port that another listener needs: two listeners may swap ports. */
function isInTheWay(one: ListenerSettings, next: readonly ListenerSettings[]): boolean {
  const { port } = one.bind
  const id = listenerId(one)
  const hasPort = (other: ListenerSettings) => other.enable && other.bind.port === port && isUdp(other) === isUdp(one)
  const users = next.filter(hasPort).map(listenerId)
  return port !== 0 && users.length > 0 && !users.includes(id)
}

const isUdp = ({ type }: ListenerSettings) => type === 'quic'

/** Error of a listener with its path from the root of the configuration. `within` is the path of its listeners. */
export function toRefusal(error: unknown, within = 'listeners'): unknown {
  if (!(error instanceof ListenerError)) return error
  return invalid(`${within}.${error.id.replace(':', '.')}.${error.path}`, error.reason, undefined)
}

/** One listener of the configuration. */
export interface ListenerEntry {
  readonly id: string
  readonly type: ListenerType
  readonly name: string
  readonly settings: ListenerWire
}

/** All listeners of the configuration by ID, in EMQX's order. */
export function listenerEntries(view: Pick<View, 'get'>): readonly ListenerEntry[] {
  const byType = view.get('listeners')
  return listenerTypes
    .flatMap((type) =>
      Object.entries(byType[type]).map(([name, settings]) => ({
        id: listenerId({ type, name }),
        type,
        name,
        settings: settings as ListenerWire, // validated by the struct of this type
      })),
    )
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

export const findListener = (view: Pick<View, 'get'>, id: string): ListenerEntry | undefined =>
  listenerEntries(view).find((one) => one.id === id)

/** The configuration with this listener, or without it if `settings` is missing. */
export function withListener(
  view: Pick<View, 'get'>,
  { type, name }: Pick<ListenerEntry, 'type' | 'name'>,
  settings?: unknown,
): Changes {
  const listeners = view.get('listeners')
  const { [name]: _, ...others } = listeners[type]
  return { listeners: { ...listeners, [type]: settings === undefined ? others : { ...others, [name]: settings } } }
}
