import { once } from 'node:events'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { constants, gunzip, gzip } from 'node:zlib'
import { messageOf } from '@mqdeck/contract'
import { inOrder, startThread } from '@mqdeck/kit'
import { type Compression, maxBytes, tooLarge } from './kafka-expand.ts'
import type { FromThread, ToThread } from './kafka-expand-thread.ts'

/** A codec of the client. Those without `compress` are only for batches of other producers. */
interface Codec {
  compress?(encoder: { readonly buffer: Buffer }): Promise<Buffer>
  decompress(data: Buffer): Promise<Buffer>
}

/** The codecs of Kafka, by the name that the client library uses. */
type Codecs = Readonly<Record<'GZIP' | 'Snappy' | 'LZ4' | 'ZSTD', Codec>>

/** Milliseconds without work after which the thread ends. */
const idle = 10_000

interface Limits {
  /** Milliseconds to expand a batch in the thread. */
  readonly longest?: number
  /** Milliseconds that a thread may take to start. */
  readonly startTimeoutMs?: number
}

export function createCodecs({ longest = 5000, startTimeoutMs = 30_000 }: Limits = {}): Codecs {
  const serially = inOrder()
  let thread: Worker | undefined
  let rest: NodeJS.Timeout | undefined

  function stop(): void {
    clearTimeout(rest)
    void thread?.terminate()
    thread = undefined
  }

  async function start(): Promise<Worker> {
    const started = startThread(import.meta.url, './kafka-expand-thread.ts', './kafka-thread.js', {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    thread = started
    // The process can end while the thread has nothing to do.
    started.unref()
    // Without a listener, an error between two batches would end the process.
    started.on('error', () => {})
    started.once('exit', () => {
      if (thread === started) thread = undefined
    })
    await answerOf(started, startTimeoutMs)
    return started
  }

  async function expand(compression: Compression, data: Buffer): Promise<Buffer> {
    clearTimeout(rest)
    try {
      const used = thread ?? (await start())
      const answered = answerOf(used, longest)
      // A copy, because the rest of the response is still needed.
      const job: ToThread = { compression, data: new Uint8Array(data) }
      used.postMessage(job)
      const answer = await answered
      if (answer.kind === 'expanded') return Buffer.from(answer.bytes.buffer)
      throw failed(answer.kind === 'failed' ? answer.reason : 'the thread has restarted')
    } finally {
      rest = setTimeout(stop, idle).unref()
    }
  }

  /** The next message of the thread, which is ended if there is none. */
  async function answerOf(used: Worker, most: number): Promise<FromThread> {
    try {
      const [answer]: FromThread[] = await once(used, 'message', { signal: AbortSignal.timeout(most) })
      if (!answer) throw new Error('no answer')
      return answer
    } catch (error) {
      stop()
      const isSlow = error instanceof Error && error.name === 'AbortError'
      throw failed(isSlow ? `it takes longer than ${most} ms` : messageOf(error))
    }
  }

  /** One batch after another. */
  const expander = (compression: Compression) => (data: Buffer) => serially(() => expand(compression, data))

  return {
    GZIP: {
      compress: ({ buffer }) => promisify(gzip)(buffer),
      async decompress(data) {
        try {
          return await promisify(gunzip)(data, { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH })
        } catch (error) {
          throw error instanceof RangeError ? tooLarge() : error
        }
      },
    },
    Snappy: {
      async compress({ buffer }) {
        const { compress } = await import('snappyjs')
        return compress(buffer)
      },
      decompress: expander('snappy'),
    },
    LZ4: { decompress: expander('lz4') },
    ZSTD: { decompress: expander('zstd') },
  }
}

const failed = (reason: string) => new Error(`a compressed batch cannot be read: ${reason}`)

/** Of all connections, because the client library has one list. */
export const codecs = createCodecs()
