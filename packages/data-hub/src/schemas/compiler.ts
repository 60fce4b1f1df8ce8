import type { Worker } from 'node:worker_threads'
import type { SchemaSettings } from '@mqdeck/contract'
import { inOrder, startThread } from '@mqdeck/kit'
import { compileAvro } from './avro.ts'
import type { Codec } from './codec.ts'
import { loadJsonSchema } from './json-schema.ts'
import { loadProtobuf } from './protobuf.ts'
import { SchemaError } from './schema-error.ts'
import type { FromThread } from './thread-messages.ts'

type Source = Pick<SchemaSettings, 'type' | 'source'>

/** Compiles schemas without holding the event loop: JSON Schema and Protobuf are parsed in a thread. */
export interface SchemaCompiler {
  /** One after another. Rejects with a `SchemaError`. */
  readonly compile: (schema: Source) => Promise<Codec>
}

/** Milliseconds in the thread: some hundred suffice, unless other programs have the processors. */
const longest = 30_000
/** Milliseconds that the thread may take to start. */
const longestStart = 30_000
/** Milliseconds without work after which the thread ends. */
const idle = 10_000
const heapMegabytes = 256

/** Milliseconds of work before the event loop gets a turn. */
const slice = 6

export function createSchemaCompiler(): SchemaCompiler {
  const serially = inOrder()
  let thread: Worker | undefined
  let rest: NodeJS.Timeout | undefined

  function stop(): void {
    clearTimeout(rest)
    void thread?.terminate()
    thread = undefined
  }

  async function ensureThread(): Promise<Worker> {
    clearTimeout(rest)
    if (thread) return thread
    const created = startThread(import.meta.url, './thread.ts', './schema-thread.js', {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    })
    // The process can end while the thread has nothing to do.
    created.unref()
    const forget = () => {
      if (thread === created) thread = undefined
    }
    // Also between two schemas: an error without a listener would end the process, and a thread that has ended never answers.
    created.on('error', forget).on('exit', forget)
    thread = created
    await answerOf(created, longestStart, 'the thread for schemas does not start')
    return created
  }

  async function parse(schema: Source): Promise<FromThread> {
    try {
      const used = await ensureThread()
      const answer = answerOf(used, longest, `the schema takes longer than ${longest / 1000} seconds to compile`)
      used.postMessage({ type: schema.type, source: schema.source })
      return await answer
    } catch (error) {
      stop()
      throw error instanceof SchemaError ? error : new SchemaError(`the schema cannot be compiled: ${String(error)}`)
    } finally {
      rest = setTimeout(stop, idle).unref()
    }
  }

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

/** The next message of the thread, or a `SchemaError` with the reason `late` after `ms`. */
function answerOf(thread: Worker, ms: number, late: string): Promise<FromThread> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new SchemaError(late))), ms)
    const settle = (end: () => void) => {
      clearTimeout(timer)
      thread.off('message', take).off('error', fail).off('exit', leave)
      end()
    }
    const take = (message: FromThread) => settle(() => resolve(message))
    const fail = (error: Error) => settle(() => reject(error))
    const leave = () => settle(() => reject(new Error('the thread has ended')))
    thread.on('message', take).on('error', fail).on('exit', leave)
  })
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
