import { promisify } from 'node:util'
import { constants, gunzip, gzip, type ZstdDecompress, zstdDecompress } from 'node:zlib'
import { messageOf } from '@mqdeck/contract'
import { createTaskThread, startThread } from '@mqdeck/kit'
import { type Compression, maxBytes, tooLarge } from './kafka-expand.ts'
import type { FromThread, ToThread } from './kafka-expand-thread.ts'

/** A codec of the client. Those without `compress` are only for batches of other producers. */
interface Codec {
  compress?(encoder: { readonly buffer: Buffer }): Promise<Buffer>
  decompress(data: Buffer): Promise<Buffer>
}

/** The codecs of Kafka, by the name that the client library uses. */
type Codecs = Readonly<Record<'GZIP' | 'Snappy' | 'LZ4' | 'ZSTD', Codec>>

/** The power of two of the bytes that a zstd frame may refer back to. Level 22, the highest, uses so many. */
const maxWindowLog = 27

interface Limits {
  /** Milliseconds to expand a batch in the thread. */
  readonly taskLimit?: number
  /** Milliseconds that a thread may take to start. */
  readonly startLimit?: number
}

export function createCodecs({ taskLimit = 5000, startLimit = 30_000 }: Limits = {}): Codecs {
  const thread = createTaskThread<ToThread, FromThread>({
    start: () =>
      startThread(import.meta.url, './kafka-expand-thread.ts', './kafka-thread.js', {
        resourceLimits: { maxOldGenerationSizeMb: 256 },
      }),
    startLimit,
    taskLimit,
  })

  /** One batch after another. */
  const expander = (compression: Compression) => async (data: Buffer) => {
    // A copy, because the rest of the response is still needed.
    const copy = new Uint8Array(data)
    const task: ToThread = { compression, data: copy }
    const answer = await thread.run(task, [copy.buffer]).catch((error: unknown) => {
      throw failed(messageOf(error))
    })
    if (answer.kind === 'expanded') return Buffer.from(answer.bytes.buffer)
    throw failed(answer.kind === 'failed' ? answer.reason : 'the thread has restarted')
  }

  return {
    GZIP: {
      compress: ({ buffer }) => promisify(gzip)(buffer),
      decompress: byZlib((data, limit) => promisify(gunzip)(data, { ...limit, finishFlush: constants.Z_SYNC_FLUSH })),
    },
    Snappy: {
      async compress({ buffer }) {
        const { compress } = await import('snappyjs')
        return compress(buffer)
      },
      decompress: expander('snappy'),
    },
    LZ4: { decompress: expander('lz4') },
    ZSTD: { decompress: byZlib(expandZstd) },
  }
}

interface OutputLimit {
  readonly maxOutputLength: number
}

/** zlib works in a thread of Node.js. */
const byZlib =
  (decompress: (data: Buffer, limit: OutputLimit) => Promise<Buffer>) =>
  async (data: Buffer): Promise<Buffer> => {
    try {
      return await decompress(data, { maxOutputLength: maxBytes })
    } catch (error) {
      throw error instanceof RangeError ? tooLarge() : error
    }
  }

async function expandZstd(data: Buffer, limit: OutputLimit): Promise<Buffer> {
  const options = { ...limit, info: true, params: { [constants.ZSTD_d_windowLogMax]: maxWindowLog } }
  const result: unknown = await promisify(zstdDecompress)(data, options)
  const { buffer, engine } = result as { buffer: Buffer; engine: ZstdDecompress } // what `info` adds is not in the types
  // Before version 26, Node.js ignores what follows the first frame. Clients of Kafka write one frame.
  if (engine.bytesWritten < data.length) throw failed('it has several zstd frames')
  return buffer
}

const failed = (reason: string) => new Error(`a compressed batch cannot be read: ${reason}`)

/** Of all connections, because the client library has one list. */
export const codecs = createCodecs()
