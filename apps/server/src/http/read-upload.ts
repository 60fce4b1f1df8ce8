import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { AppError, messageOf } from '@mqdeck/contract'
import { allowLongBody } from './body-timeout.ts'

/** An upload in progress. */
export interface Upload {
  /** File name from the caller, without folders. */
  readonly filename: string
  /** Size of the whole request in bytes. Undefined if unknown. */
  readonly length: number | undefined
  /** Fails if the caller disconnects. Destroy it to abort: remaining data is discarded. */
  readonly content: Readable
}

/**
 * The file of a form (RFC 7578). Nothing of it is stored yet.
 * @param field name in the form
 * @param message if there is no file; default EMQX's
 * @throws {AppError} BAD_REQUEST (rejects) if there is none
 */
export function readUpload(request: IncomingMessage, field: string, message = missing(field)): Promise<Upload> {
  const parser = createParser(request, message)
  allowLongBody(request)
  const length = Number(request.headers['content-length'])
  return new Promise((resolve, reject) => {
    let content: Readable | undefined
    const giveUp = (error: Error) => {
      request.unpipe(parser)
      request.resume()
      reject(error)
      content?.destroy(error)
    }
    parser.on('file', (name, part, filename) => {
      // On every part, even if it is not read, because an unhandled error event ends the process.
      part.on('error', (error) => giveUp(broken(error)))
      if (name !== field || content || !filename) {
        part.resume()
        return
      }
      const passed = new PassThrough()
      content = passed
      passed.on('error', () => {}) // reported to the reader, which may not have started yet
      passed.on('close', () => {
        if (passed.readableEnded) return
        request.unpipe(parser)
        request.resume()
      })
      part.pipe(passed)
      resolve({ filename, length: Number.isSafeInteger(length) ? length : undefined, content: passed })
    })
    parser.on('finish', () => reject(new AppError('BAD_REQUEST', message)))
    parser.on('error', (error) => giveUp(broken(error)))
    request.on('error', (error) => giveUp(broken(error)))
    request.on('close', () => {
      if (!request.complete) giveUp(broken(new Error('the caller has gone')))
    })
    request.pipe(parser)
  })
}

function createParser(request: IncomingMessage, missingText: string): BusboyInstance {
  const { 'content-type': type = '', ...headers } = request.headers
  if (!type.startsWith('multipart/form-data')) throw new AppError('BAD_REQUEST', missingText)
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': type },
      limits: { files: 1, fields: 10, fieldSize: 1024, headerPairs: 50 },
    })
  } catch (error) {
    throw broken(error)
  }
}

/** EMQX's wording. */
const missing = (field: string) => `Missing required parameter: ${field}`

const broken = (cause: unknown) =>
  new AppError('BAD_REQUEST', `The form cannot be read: ${messageOf(cause)}`, { cause })
