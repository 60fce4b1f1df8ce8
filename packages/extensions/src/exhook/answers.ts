import type { Reader } from 'protobufjs'

/** A hook that a server chose. */
export interface HookSpec {
  readonly name: string
  readonly topics: readonly string[]
}

/** The part of a returned message that counts: everything else stays as it was. */
export interface ReturnedMessage {
  readonly qos: number
  readonly topic: string
  readonly payload: Uint8Array
  /** The header `allow_publish`. */
  readonly allowPublish: boolean | undefined
}

/** `ValuedResponse`. */
export interface ValuedAnswer {
  readonly type: 'CONTINUE' | 'IGNORE' | 'STOP_AND_RETURN'
  readonly boolResult: boolean | undefined
  readonly message: ReturnedMessage | undefined
}

export interface AnswerReaders {
  /** @throws on bytes that are not such a message, or that contain more than any server needs */
  readHooks(bytes: Uint8Array): readonly HookSpec[]
  readValued(bytes: Uint8Array): ValuedAnswer
}

/** Answers with more parts are rejected, because reading them would take long. */
const maxParts = 1000

const types = ['CONTINUE', 'IGNORE', 'STOP_AND_RETURN'] as const

/**
 * Reads answers field by field. The generic decoder would also build what the broker ignores, without a limit: an
 * answer of some megabytes can contain a million headers.
 */
export function createAnswerReaders(open: (bytes: Uint8Array) => Reader): AnswerReaders {
  return {
    readHooks(bytes) {
      const parts = countParts()
      const hooks: HookSpec[] = []
      eachField(open(bytes), parts, (field, reader) => {
        if (field !== 1) return false
        let name = ''
        const topics: string[] = []
        eachField(open(reader.bytes()), parts, (inner, hook) => {
          if (inner === 1) name = hook.string()
          else if (inner === 2) topics.push(hook.string())
          else return false
          return true
        })
        hooks.push({ name, topics })
        return true
      })
      return hooks
    },
    readValued(bytes) {
      const parts = countParts()
      let type = 0
      let boolResult: boolean | undefined
      let message: ReturnedMessage | undefined
      eachField(open(bytes), parts, (field, reader) => {
        if (field === 1) type = reader.uint32()
        else if (field === 3) boolResult = reader.bool()
        else if (field === 4) message = readMessage(open(reader.bytes()), parts, open)
        else return false
        return true
      })
      const known = types[type]
      if (known === undefined) throw new Error(`unknown type of answer ${type}`)
      return { type: known, boolResult, message }
    },
  }
}

function readMessage(message: Reader, parts: () => void, open: (bytes: Uint8Array) => Reader): ReturnedMessage {
  let qos = 0
  let topic = ''
  let payload: Uint8Array = new Uint8Array()
  let allowPublish: boolean | undefined
  eachField(message, parts, (field, reader) => {
    if (field === 3) qos = reader.uint32()
    else if (field === 5) topic = reader.string()
    else if (field === 6) payload = reader.bytes()
    else if (field === 8) allowPublish = readAllowPublish(open(reader.bytes()), parts) ?? allowPublish
    else return false
    return true
  })
  return { qos, topic, payload, allowPublish }
}

/** An entry of the map of headers. */
function readAllowPublish(entry: Reader, parts: () => void): boolean | undefined {
  let key = ''
  let value = ''
  eachField(entry, parts, (field, reader) => {
    if (field === 1) key = reader.string()
    else if (field === 2) value = reader.string()
    else return false
    return true
  })
  if (key !== 'allow_publish') return undefined
  return value === 'true' ? true : value === 'false' ? false : undefined
}

/** @param take reads the value of a field and returns true; other fields are skipped */
function eachField(reader: Reader, part: () => void, take: (field: number, reader: Reader) => boolean): void {
  while (reader.pos < reader.len) {
    part()
    const tag = reader.uint32()
    if (!take(tag >>> 3, reader)) reader.skipType(tag & 7)
  }
}

function countParts(): () => void {
  let parts = 0
  return () => {
    parts += 1
    if (parts > maxParts) throw new Error(`the answer has more than ${maxParts} parts`)
  }
}
