import { toError } from '@mqdeck/contract'
import type { S3Connection } from '@mqdeck/drivers'
import { BatchError, parseTemplate } from '@mqdeck/kit'
import type { ActionRuntime } from '../port.ts'
import { fill, fillBytes } from '../template.ts'
import { objectHeaders } from './object-headers.ts'
import type { DirectParameters } from './runtime.ts'

interface Upload {
  readonly bucket: string
  readonly key: string
  readonly content: string | Uint8Array
}

/** Uploads each message as an object. */
export function createDirectUpload(parameters: DirectParameters): ActionRuntime<S3Connection, Upload> {
  const bucket = parseTemplate(parameters.bucket)
  const key = parseTemplate(parameters.key)
  const content = parseTemplate(parameters.content)
  const headers = objectHeaders(parameters)
  return {
    render: (data) => ({
      bucket: fill(bucket, data, () => {
        throw new Error('bucket_undefined: the data has no value for the bucket')
      }),
      key: fill(key, data),
      content: fillBytes(content, data),
    }),
    /** One by one, because the last object with the same key must win. */
    async send(connection, batch, signal) {
      const results: (Error | undefined)[] = []
      for (const { bucket, key, content } of batch) {
        const put = connection.put({ bucket, key, headers }, content, signal)
        results.push(await put.then(() => undefined, toError))
      }
      const [first] = results
      if (batch.length === 1 && first) throw first
      if (results.some((error) => error !== undefined)) throw new BatchError(results)
      return { objects: batch.length }
    },
  }
}
