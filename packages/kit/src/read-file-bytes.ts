import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/**
 * Yields the bytes of a regular file, which is opened on the first read. (A stream opens its file immediately. If that
 * fails before anyone reads the stream, nobody handles its error and the process ends.)
 */
export async function* readFileBytes(path: string): AsyncGenerator<Uint8Array> {
  // Opening a FIFO would wait for its writer.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!(await handle.stat()).isFile()) throw new Error(`${path} is not a regular file`)
    // Without an encoding a stream gives bytes.
    yield* handle.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>
  } finally {
    await handle.close()
  }
}
