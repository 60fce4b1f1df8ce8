import { parentPort } from 'node:worker_threads'
import { messageOf } from '@mqdeck/contract'
import { type Compression, expand } from './kafka-expand.ts'

/** The entry point of the thread that expands batches of Kafka records. */

export interface ToThread {
  readonly compression: Compression
  readonly data: Uint8Array
}

/** First that it is ready, then for each batch the expanded bytes or an error. */
export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'expanded'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly reason: string }

const send = (message: FromThread, moved: readonly ArrayBuffer[] = []) => parentPort?.postMessage(message, moved)

parentPort?.on('message', ({ compression, data }: ToThread) => {
  try {
    // A copy: buffers of Node may be parts of a larger one, which cannot be transferred.
    const bytes = new Uint8Array(expand[compression](Buffer.from(data.buffer, data.byteOffset, data.byteLength)))
    send({ kind: 'expanded', bytes }, [bytes.buffer])
  } catch (error) {
    // Node's message names an internal offset.
    send({ kind: 'failed', reason: error instanceof RangeError ? 'the data is damaged' : messageOf(error) })
  }
})
send({ kind: 'ready' })
