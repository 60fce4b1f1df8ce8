import { isDeepStrictEqual } from 'node:util'
import { type Broker, ListenerError, type ListenerSettings } from '@mqdeck/broker'
import { listenerId, listenerTypes, toListener } from '@mqdeck/contract'
import type { View } from '../../broker-config/configuration.ts'
import { withFolder } from '../../broker-config/places.ts'
import { invalid } from './invalid.ts'

export interface ListenerDefaults {
  /** The data folder. */
  readonly folder: string
  /** Where a listener listens whose settings name only a port: the server's own setting. EMQX takes every address. */
  readonly bind: string
}

/** The listeners as the broker takes them. */
export function toListeners(view: View, { folder, bind }: ListenerDefaults): readonly ListenerSettings[] {
  const byType = view.get('listeners')
  return listenerTypes.flatMap((type) =>
    Object.entries(byType[type]).map(([name, wire]) => {
      // The struct of this type read the values of this type.
      const listener = toListener(type, name, wire as never)
      return withFolder({ ...listener, bind: { ...listener.bind, host: listener.bind.host ?? bind } }, folder)
    }),
  )
}

/**
 * Adds, changes and removes listeners until they are `next`.
 * @throws {AppError} (rejects) when one cannot be as it should; all are as before then
 */
export async function replaceListeners(
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
    // First, because others may want their ports.
    ...leaving.map((one) => ({ work: () => remove(one), back: () => add(one) })),
    ...next.flatMap((one): readonly Step[] => {
      const was = staying.get(listenerId(one))
      if (!was) return [{ work: () => add(one), back: () => remove(one) }]
      if (isDeepStrictEqual(was, one)) return []
      const update = (to: ListenerSettings) => broker.updateListener(listenerId(one), to)
      return [{ work: () => update(one), back: () => update(was) }]
    }),
  ]
  const undo: Step['back'][] = []
  try {
    for (const { work, back } of steps) {
      await work()
      undo.unshift(back)
    }
  } catch (error) {
    const failures = await takeBack(undo)
    if (failures.length > 0)
      throw new AggregateError(
        [error, ...failures],
        `listeners could not be restored: ${[error, ...failures].join('; ')}`,
      )
    throw toRefusal(error)
  }
}

interface Step {
  readonly work: () => Promise<unknown>
  readonly back: () => Promise<unknown>
}

/** Everything that can be taken back is. */
async function takeBack(steps: readonly Step['back'][]): Promise<readonly unknown[]> {
  const failures: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => failures.push(error))
  return failures
}

/** Whether it gives up a port that another one is to have: two listeners may change places. */
function isInTheWay(one: ListenerSettings, next: readonly ListenerSettings[]): boolean {
  const { port } = one.bind
  const id = listenerId(one)
  const hasPort = (other: ListenerSettings) => other.enable && other.bind.port === port && isUdp(other) === isUdp(one)
  const users = next.filter(hasPort).map(listenerId)
  return port !== 0 && users.length > 0 && !users.includes(id)
}

const isUdp = ({ type }: ListenerSettings) => type === 'quic'

/** What a listener refuses, with the path from the root of the configuration; `within` is where its listeners stand. */
export function toRefusal(error: unknown, within = 'listeners'): unknown {
  if (!(error instanceof ListenerError)) return error
  return invalid(`${within}.${error.id.replace(':', '.')}.${error.path}`, error.reason, undefined)
}
