import { decodeMessage, type Message, ownMessage } from '@mqdeck/broker'
import { countsOf, createInBatches, findingOf, type ObjectState } from '../../../migrate/batches.ts'
import type { MigrationSource } from '../../../migrate/source.ts'
import { field, type Target } from '../../../migrate/target.ts'
import {
  type Finding,
  impossible,
  type MigrationTask,
  reportOnly,
  type TaskContext,
  type TaskResult,
} from '../../../migrate/task.ts'

/** Messages per second. EMQX retains 1000 per second by default and silently drops the rest. */
const rate = 500
/** Messages per request, and bytes of their payloads. */
const batchSize = 50
const maxBatchBytes = 500_000
/** Parallel requests when payloads are compared. */
const atOnce = 4
/**
 * Maximum number of existing messages whose payloads are compared one by one. Beyond this, only topics are compared.
 */
const maxCompared = 10_000

/**
 * Publishes retained messages with their properties. Before rules and topic rewrites are created on the target, so that
 * messages are not processed twice.
 */
export function retainedTasks(source: MigrationSource): readonly MigrationTask[] {
  const retained = retainedOf(source)
  if (!retained)
    return [
      reportOnly('retained', 'all', async () =>
        impossible(
          'in_memory_only',
          'retained messages are in the memory of the running broker. Migrate them on its dashboard',
        ),
      ),
    ]
  const messages = [...retained].filter(({ topic }) => !topic.startsWith('$SYS/'))
  if (messages.length === 0) return []
  return [
    {
      kind: 'retained',
      name: 'all',
      find: async (target) => findRetained(target, messages),
      make: async (making) => makeRetained(making, messages, source),
    },
  ]
}

/** Without expired ones, oldest first. Undefined if they are in the memory of another process. */
function retainedOf({ running, store, configuration, now }: MigrationSource): Iterable<Message> | undefined {
  if (running) return running.retained.all()
  if (configuration.get('retainer').backend.storage_type !== 'disc') return undefined
  const table = store.table<Uint8Array>('retained', { binary: true })
  return Array.from(table.entries(), ({ value }) => ownMessage(decodeMessage(value)))
    .filter(({ expiresAt }) => expiresAt > now())
    .sort((a, b) => a.timestamp - b.timestamp || (a.id < b.id ? -1 : 1))
}

type Placed = readonly (readonly [Message, ObjectState])[]

async function findRetained(target: Target, messages: readonly Message[]): Promise<Finding> {
  const all = await place(target, messages)
  const lossy = messages.filter((message) => lossOf(message) !== undefined)
  const counts = countsOf(all.map(([, standing]) => standing))
  const detail = lossy.length === 0 ? '' : lossText(lossy)
  return { ...findingOf(counts), ...(detail !== '' && { reason: 'partly' as const, detail }) }
}

/** State of each message on the target. Payloads are compared only if the topic exists there. */
async function place(target: Target, messages: readonly Message[]): Promise<Placed> {
  const topics = await topicsOf(target)
  const known = messages.filter(({ topic }) => topics.has(topic)).length
  const isKnown = ({ topic }: Message) => topics.has(topic)
  // Too many to request each.
  if (known > maxCompared) return messages.map((message) => [message, isKnown(message) ? 'equal' : 'missing'])
  const placed: (readonly [Message, ObjectState])[] = []
  for (let start = 0; start < messages.length; start += atOnce) {
    const some = messages.slice(start, start + atOnce)
    const standings = await Promise.all(some.map((one) => (isKnown(one) ? standingOf(target, one) : 'missing')))
    for (const [index, message] of some.entries()) placed.push([message, standings[index] ?? 'missing'])
  }
  return placed
}

async function standingOf(target: Target, message: Message): Promise<ObjectState> {
  const theirs = await target.find(`/mqtt/retainer/message/${encodeURIComponent(message.topic)}`)
  if (theirs === undefined) return 'missing'
  const payload = field(theirs, 'payload')
  // A payload that is too long to be returned counts as equal.
  if (typeof payload !== 'string') return 'equal'
  const isEqual = payload === Buffer.from(message.payload).toString('base64') && field(theirs, 'qos') === message.qos
  return isEqual ? 'equal' : 'differs'
}

async function topicsOf(target: Target): Promise<ReadonlySet<string>> {
  const topics = new Set<string>()
  for await (const row of target.pages('/mqtt/retainer/messages')) topics.add(String(field(row, 'topic')))
  return topics
}

async function makeRetained(
  making: TaskContext,
  messages: readonly Message[],
  source: MigrationSource,
): Promise<TaskResult | undefined> {
  const { target, overwrite } = making
  const placed = await place(target, messages)
  const wanted = placed
    .filter(([, standing]) => standing === 'missing' || (overwrite && standing === 'differs'))
    .map(([message]) => message)
  const pace = createPace(rate)
  const made = await createInBatches(
    wanted,
    {
      size: batchSize,
      weight: { most: maxBatchBytes, of: ({ payload }) => payload.length },
      nameOf: ({ topic }) => topic,
      make: async (some) => {
        const bodies = some.filter((message) => !isOver(message, source)).map((message) => toBody(message, source))
        await pace(bodies.length)
        const [only] = bodies
        if (bodies.length > 1) await target.send('POST', '/publish/bulk', bodies)
        else if (only) await target.send('POST', '/publish', only)
      },
    },
    making,
  )
  if (made?.isCancelled) return made
  // A publish succeeds even if the retainer is full or too busy.
  const there = await topicsOf(target)
  const lost = wanted.filter((message) => !there.has(message.topic) && !isOver(message, source))
  if (lost.length === 0) return made
  const names = lost.slice(0, 5).map(({ topic }) => topic)
  return {
    failed: lost.length,
    reason: lost.length === wanted.length ? 'refused' : 'partly',
    detail:
      made?.detail ??
      `the target did not retain ${lost.length} messages, such as ${names.join(', ')}. Check its limits`,
  }
}

const isOver = ({ expiresAt }: Message, source: MigrationSource) => expiresAt <= source.now()

/** Body of `POST /publish`. */
function toBody(message: Message, source: MigrationSource) {
  const { topic, payload, qos, properties, expiresAt } = message
  const { payloadFormatIndicator: format, contentType, responseTopic, correlationData, userProperties } = properties
  const left =
    expiresAt === Number.POSITIVE_INFINITY ? undefined : Math.max(1, Math.ceil((expiresAt - source.now()) / 1000))
  const correlation = correlationData && textOf(correlationData)
  const carried = {
    ...(format !== undefined && { payload_format_indicator: format }),
    ...(left !== undefined && { message_expiry_interval: left }),
    ...(contentType !== undefined && { content_type: contentType }),
    ...(responseTopic !== undefined && { response_topic: responseTopic }),
    ...(correlation !== undefined && { correlation_data: correlation }),
    ...(userProperties && { user_properties: Object.fromEntries(userProperties) }),
  }
  return {
    topic,
    qos,
    retain: true,
    payload: Buffer.from(payload).toString('base64'),
    payload_encoding: 'base64',
    ...(Object.keys(carried).length > 0 && { properties: carried }),
  }
}

/** Undefined for bytes that are not text. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Properties of a message that the API does not accept. */
function lossOf({
  properties: { correlationData, userProperties },
}: Message): 'correlation' | 'properties' | undefined {
  if (correlationData && textOf(correlationData) === undefined) return 'correlation'
  const names = new Set(userProperties?.map(([name]) => name))
  return userProperties && names.size < userProperties.length ? 'properties' : undefined
}

function lossText(messages: readonly Message[]): string {
  const correlations = messages.filter((message) => lossOf(message) === 'correlation').length
  const properties = messages.length - correlations
  return [
    correlations > 0 && `${correlations} lose their correlation data, which is not text`,
    properties > 0 && `${properties} lose repeated user properties`,
  ]
    .filter((part) => part !== false)
    .join('; ')
}

/** Limits the rate to `perSecond`. */
function createPace(perSecond: number): (count: number) => Promise<void> {
  const startedAt = performance.now()
  let sent = 0
  return async (count) => {
    const wait = startedAt + (sent * 1000) / perSecond - performance.now()
    sent += count
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
