import { createGroup, type Group } from './groups.ts'
import { errors, type Logs } from './logs.ts'
import { bytes, i8, i16, i32, i64, list, type Reader, text } from './wire.ts'

/** State of one connection. */
export interface Conversation {
  /** Port of the connection, which is advertised to the client. */
  readonly port: number
  /** Group memberships, which end with the connection. */
  readonly memberships: Map<string, Group>
}

/** Parses the body of a request and returns the body of the response. Undefined: no response. */
export type Api = (request: Reader, conversation: Conversation) => Promise<Buffer | undefined> | Buffer | undefined

const nodeId = 0
const unthrottled = i32(0)
/** Milliseconds. */
const latest = -1n

/** APIs by key, in the one supported version of each. None of them is a flexible version. */
export function createApis(logs: Logs): ReadonlyMap<number, { readonly version: number; readonly answer: Api }> {
  const groups = new Map<string, Group>()
  let members = 0
  const groupOf = (id: string) => {
    const found = groups.get(id) ?? createGroup()
    groups.set(id, found)
    return found
  }
  const partitionOf = (topic: string, partition: number) => logs.of(topic)?.[partition]

  const produce: Api = (request) => {
    request.nullableText() // transaction
    const acks = request.i16()
    request.i32() // timeout
    const results = request.list(() => ({
      topic: request.text(),
      partitions: request.list(() => ({ partition: request.i32(), records: request.bytes() })),
    }))
    const answer = list(results, ({ topic, partitions }) => [
      text(topic),
      list(partitions, ({ partition, records }) => {
        const { error, offset } = partitionOf(topic, partition)?.append(records) ?? {
          error: errors.unknownTopic,
          offset: -1n,
        }
        return [i32(partition), i16(error), i64(offset), i64(-1n)]
      }),
    ])
    return acks === 0 ? undefined : Buffer.concat([answer, unthrottled])
  }

  const fetch: Api = async (request) => {
    request.i32() // replica
    const maxWaitMs = request.i32()
    request.i32() // least bytes: one is enough
    request.i32() // most bytes of all partitions
    request.i8() // isolation
    const wanted = request.list(() => ({
      topic: request.text(),
      partitions: request.list(() => ({ partition: request.i32(), offset: request.i64(), room: request.i32() })),
    }))
    const hasNews = () =>
      wanted.some(({ topic, partitions }) =>
        partitions.some(({ partition, offset }) => (partitionOf(topic, partition)?.end() ?? -1n) !== offset),
      )
    if (!hasNews()) await firstOf(maxWaitMs, logs.onAppended)
    return Buffer.concat([
      unthrottled,
      list(wanted, ({ topic, partitions }) => [
        text(topic),
        list(partitions, ({ partition, offset, room }) => {
          const log = partitionOf(topic, partition)
          const end = log?.end() ?? -1n
          const isOutside = offset > end
          const error = !log ? errors.unknownTopic : isOutside ? errors.offsetOutOfRange : errors.none
          const records = error === errors.none ? log?.read(offset, room) : undefined
          return [i32(partition), i16(error), i64(end), i64(end), i32(-1), bytes(records ?? Buffer.alloc(0))]
        }),
      ]),
    ])
  }

  const listOffsets: Api = (request) => {
    request.i32() // replica
    const wanted = request.list(() => ({
      topic: request.text(),
      partitions: request.list(() => ({ partition: request.i32(), time: request.i64() })),
    }))
    return list(wanted, ({ topic, partitions }) => [
      text(topic),
      list(partitions, ({ partition, time }) => {
        const log = partitionOf(topic, partition)
        const offset = time === latest ? (log?.end() ?? -1n) : 0n
        return [i32(partition), i16(log ? errors.none : errors.unknownTopic), i64(-1n), i64(offset)]
      }),
    ])
  }

  const metadata: Api = (request, { port }) => {
    const topics = request.nullableList(request.text) ?? logs.topics()
    return Buffer.concat([
      unthrottled,
      list([port], (one) => [i32(nodeId), text('127.0.0.1'), i32(one), text(undefined)]),
      text('kafka-peer'),
      i32(nodeId),
      list(topics, (topic) => [
        i16(logs.of(topic) ? errors.none : errors.unknownTopic),
        text(topic),
        i8(0),
        list(
          (logs.of(topic) ?? []).map((_, index) => index),
          (partition) => {
            const replicas = list([nodeId], (node) => [i32(node)])
            return [i16(errors.none), i32(partition), i32(nodeId), replicas, replicas]
          },
        ),
      ]),
    ])
  }

  const findCoordinator: Api = (_, { port }) =>
    Buffer.concat([unthrottled, i16(errors.none), text(undefined), i32(nodeId), text('127.0.0.1'), i32(port)])

  const joinGroup: Api = async (request, { memberships }) => {
    const group = groupOf(request.text())
    request.i32() // session timeout
    request.i32() // rebalance timeout
    const known = request.text()
    request.text() // protocol type
    const [protocol] = request.list(() => ({ name: request.text(), metadata: request.bytes() }))
    members += 1
    const id = known || `member-${members}`
    memberships.set(id, group)
    const joined = await group.join({ id, metadata: protocol?.metadata ?? Buffer.alloc(0) })
    return Buffer.concat([
      unthrottled,
      i16(joined.error),
      i32(joined.generation),
      text(protocol?.name ?? ''),
      text(joined.leader),
      text(joined.id),
      list(joined.members, (member) => [text(member.id), bytes(member.metadata)]),
    ])
  }

  const syncGroup: Api = async (request) => {
    const group = groupOf(request.text())
    const generation = request.i32()
    const id = request.text()
    const plan = new Map(request.list(() => [request.text(), request.bytes()] as const))
    const { error, assignment } = await group.sync(id, generation, plan)
    return Buffer.concat([unthrottled, i16(error), bytes(assignment)])
  }

  const heartbeat: Api = (request) => {
    const group = groupOf(request.text())
    const generation = request.i32()
    return Buffer.concat([unthrottled, i16(group.errorOf(request.text(), generation))])
  }

  const leaveGroup: Api = (request) => {
    const group = groupOf(request.text())
    group.leave(request.text())
    return Buffer.concat([unthrottled, i16(errors.none)])
  }

  const offsetCommit: Api = (request) => {
    const group = groupOf(request.text())
    const generation = request.i32()
    const error = group.errorOf(request.text(), generation)
    request.i64() // retention
    const given = request.list(() => ({
      topic: request.text(),
      partitions: request.list(() => ({
        partition: request.i32(),
        offset: request.i64(),
        metadata: request.nullableText(),
      })),
    }))
    const isTaken = error === errors.none || error === errors.rebalanceInProgress
    for (const { topic, partitions } of isTaken ? given : [])
      for (const { partition, offset } of partitions) group.offsets.set(`${topic} ${partition}`, offset)
    return Buffer.concat([
      unthrottled,
      list(given, ({ topic, partitions }) => [
        text(topic),
        list(partitions, ({ partition }) => [i32(partition), i16(isTaken ? errors.none : error)]),
      ]),
    ])
  }

  const offsetFetch: Api = (request) => {
    const group = groupOf(request.text())
    const wanted = request.list(() => ({ topic: request.text(), partitions: request.list(request.i32) }))
    return Buffer.concat([
      unthrottled,
      list(wanted, ({ topic, partitions }) => [
        text(topic),
        list(partitions, (partition) => [
          i32(partition),
          i64(group.offsets.get(`${topic} ${partition}`) ?? -1n),
          text(''),
          i16(errors.none),
        ]),
      ]),
      i16(errors.none),
    ])
  }

  return new Map<number, { version: number; answer: Api }>([
    [0, { version: 3, answer: produce }],
    [1, { version: 4, answer: fetch }],
    [2, { version: 1, answer: listOffsets }],
    [3, { version: 4, answer: metadata }],
    [8, { version: 3, answer: offsetCommit }],
    [9, { version: 3, answer: offsetFetch }],
    [10, { version: 1, answer: findCoordinator }],
    [11, { version: 2, answer: joinGroup }],
    [12, { version: 1, answer: heartbeat }],
    [13, { version: 1, answer: leaveGroup }],
    [14, { version: 1, answer: syncGroup }],
  ])
}

function firstOf(ms: number, listen: (listener: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      forget()
      resolve()
    }
    const timer = setTimeout(done, ms)
    const forget = listen(done)
  })
}
