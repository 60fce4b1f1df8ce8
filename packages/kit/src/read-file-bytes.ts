import { openRegularFile } from './named-file.ts'

/**
 * Yields the bytes of a regular file, which is opened on the first read. (A stream opens its file immediately. If that
 * fails before the stream is read, its error is not handled and the process ends.)
 */
export async function* readFileBytes(path: string): AsyncGenerator<Uint8Array> {
  const handle = await openRegularFile(path)
  try {
    // Without an encoding a stream gives bytes.
    yield* handle.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>
  } finally {
    await handle.close()
  }
}
