import { parentPort } from 'node:worker_threads'
import { generateValidation } from './json-schema.ts'
import { parseProtobuf } from './protobuf.ts'
import { SchemaError } from './schema-error.ts'
import type { FromThread, ToThread } from './thread-messages.ts'

/** The entry point of the thread that parses schemas. */

const send = (message: FromThread) => parentPort?.postMessage(message)
parentPort?.on('message', (schema: ToThread) => send(answer(schema)))
send({ kind: 'ready' })

function answer({ type, source }: ToThread): FromThread {
  try {
    if (type === 'protobuf') return { kind: 'protobuf', descriptor: parseProtobuf(source) }
    return { kind: 'json', validation: generateValidation(source) }
  } catch (error) {
    if (error instanceof SchemaError) return { kind: 'rejected', reason: error.message }
    return { kind: 'rejected', reason: `the schema cannot be compiled: ${String(error).slice(0, 500)}` }
  }
}
