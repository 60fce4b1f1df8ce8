import type { SchemaSettings } from '@mqdeck/contract'
import { createTaskThread, inOrder, startThread, ThreadError } from '@mqdeck/kit'
import { compileAvro } from './avro.ts'
import type { Codec } from './codec.ts'
import { loadJsonSchema } from './json-schema.ts'
import { loadProtobuf } from './protobuf.ts'
import { SchemaError } from './schema-error.ts'
import type { FromThread, ToThread } from './thread-messages.ts'

type Source = Pick<SchemaSettings, 'type' | 'source'>

/** Compiles schemas without holding the event loop: JSON Schema and Protobuf are parsed in a thread. */
export interface SchemaCompiler {
  /** One after another. Rejects with a `SchemaError`. */
  readonly compile: (schema: Source) => Promise<Codec>
}

/** Milliseconds in the thread: some hundred suffice, unless other programs have the processors. */
const taskLimit = 30_000
/** Milliseconds that the thread may take to start. */
const startLimit = 30_000
const heapMegabytes = 256

/** Milliseconds of work before the event loop gets a turn. */
const slice = 6

export function createSchemaCompiler(): SchemaCompiler {
  const serially = inOrder()
  const thread = createTaskThread<ToThread, FromThread>({
    start: () =>
      startThread(import.meta.url, './thread.ts', './schema-thread.js', {
        resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
      }),
    startLimit,
    taskLimit,
  })

  const parse = ({ type, source }: Source): Promise<FromThread> =>
    thread.run({ type, source }).catch((error: unknown) => {
      throw new SchemaError(reasonOf(error))
    })

  async function compile(schema: Source): Promise<Codec> {
    // Its functions cannot leave a thread.
    if (schema.type === 'avro') return compileAvro(schema.source)
    const answer = await parse(schema)
    if (answer.kind === 'json') return loadJsonSchema(schema.source, answer.validation)
    if (answer.kind === 'protobuf') return inSlices(loadProtobuf(answer.descriptor))
    throw new SchemaError(answer.kind === 'rejected' ? answer.reason : 'the schema cannot be compiled')
  }
  return { compile: (schema) => serially(() => compile(schema)) }
}

function reasonOf(error: unknown): string {
  const reason = error instanceof ThreadError ? error.reason : 'ended'
  if (reason === 'not_started') return 'the thread for schemas does not start'
  if (reason === 'too_slow') return `the schema takes longer than ${taskLimit / 1000} seconds to compile`
  return `the schema cannot be compiled: ${String(error)}`
}

async function inSlices<T>(steps: Generator<undefined, T>): Promise<T> {
  let until = performance.now() + slice
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    if (performance.now() < until) continue
    await new Promise((resolve) => setImmediate(resolve))
    until = performance.now() + slice
  }
}
