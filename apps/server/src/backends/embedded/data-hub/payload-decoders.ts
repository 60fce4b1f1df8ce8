import { ReasonError, validateTopicFilter } from '@mqdeck/broker'
import { AppError, ok, type PayloadDecoder } from '@mqdeck/contract'
import type { Store } from '@mqdeck/kit'
import type { HandlersOf } from '../management.ts'
import type { DataHub } from './service.ts'

/** Decoders that the dashboard uses for the payloads of topics. The broker only keeps them. */
export interface PayloadDecoders {
  readonly all: () => readonly PayloadDecoder[]
  /** Resolves when they are stored. */
  readonly replace: (next: readonly PayloadDecoder[]) => Promise<void>
  /** Adds a decoder at the end, or replaces the one for its topic. */
  readonly put: (decoder: PayloadDecoder) => Promise<void>
  /** @throws {AppError} reason why the decoder cannot be added */
  readonly check: (decoder: PayloadDecoder) => void
}

export function createPayloadDecoders(store: Store): PayloadDecoders {
  const table = store.table<readonly PayloadDecoder[]>('payload_decoders')
  const all = () => table.get('all') ?? []
  const replace = (next: readonly PayloadDecoder[]) => table.put('all', next)
  const has = (topic: string) => all().some((one) => one.topic === topic)
  return {
    all,
    replace,
    put: (decoder) =>
      replace(
        has(decoder.topic) ? all().map((one) => (one.topic === decoder.topic ? decoder : one)) : [...all(), decoder],
      ),
    check: (decoder) => {
      const problem = problemOf(decoder, new Set())
      if (problem !== undefined) throw invalid(problem)
      if (!has(decoder.topic)) requireRoom(all().length + 1)
    },
  }
}

const most = 1000
const maxTextLength = 1024

export function payloadDecoderHandlers({
  payloadDecoders,
}: Pick<DataHub, 'payloadDecoders'>): HandlersOf<'payloadDecoders'> {
  const list = () => ok(payloadDecoders.all().map((one) => ({ ...one })))
  return {
    listPayloadDecoders: list,
    async updatePayloadDecoders({ body }) {
      requireRoom(body.length)
      const topics = new Set<string>()
      body.forEach((one, index) => {
        const problem = problemOf(one, topics)
        if (problem !== undefined) throw invalid(`${index + 1}.${problem}`)
        topics.add(one.topic)
      })
      await payloadDecoders.replace(
        body.map(({ topic, format, schema, message_type }) => ({
          topic,
          format,
          ...(format === 'schema' && schema !== undefined && { schema }),
          ...(format === 'schema' && message_type !== undefined && { message_type }),
        })),
      )
      return list()
    },
  }
}

const invalid = (message: string) => new AppError('BAD_REQUEST', message)

function requireRoom(count: number): void {
  if (count > most) throw invalid(`at most ${most} decoders can be stored`)
}

/** The field and what is wrong with it. */
function problemOf({ topic, format, schema, message_type }: PayloadDecoder, others: ReadonlySet<string>) {
  const problem = topicProblem(topic)
  if (problem !== undefined) return `topic: ${problem}`
  if (others.has(topic)) return `topic: there are two decoders for ${topic}`
  if (format === 'schema' && (schema === undefined || schema === '')) return 'schema: is required for the format schema'
  if ((schema?.length ?? 0) > maxTextLength) return `schema: has more than ${maxTextLength} characters`
  return (message_type?.length ?? 0) > maxTextLength
    ? `message_type: has more than ${maxTextLength} characters`
    : undefined
}

function topicProblem(topic: string): string | undefined {
  try {
    validateTopicFilter(topic)
    return undefined
  } catch (error) {
    if (error instanceof ReasonError) return error.message
    throw error
  }
}
