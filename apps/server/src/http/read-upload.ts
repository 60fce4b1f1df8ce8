import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { AppError } from '@mqdeck/contract'
import { allowLongBody } from './body-timeout.ts'

/** A file on its way here. */
export interface Upload {
  /** As the caller calls it, without any folder. */
  readonly filename: string
  /** Bytes that the whole request has; undefined when it does not say. */
  readonly length: number | undefined
  /** Fails when the caller goes away. To give it up, destroy it: what still comes is thrown away then. */
  readonly content: Readable
}

/**
 * The file of a form (RFC 7578); nothing of it has been kept yet.
 * @param field of the form
 * @throws {AppError} BAD_REQUEST (rejects) when there is none
 */
export function readUpload(request: IncomingMessage, field: string): Promise<Upload> {
  const parser = createParser(request, field)
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
      // Of every part, also of one that nobody reads: an error that nobody hears ends the process.
      part.on('error', (error) => giveUp(broken(error)))
      if (name !== field || content || !filename) {
        part.resume()
        return
      }
      const passed = new PassThrough()
      content = passed
      passed.on('error', () => {}) // told to whoever reads it, and that may not have begun
      passed.on('close', () => {
        if (passed.readableEnded) return
        request.unpipe(parser)
        request.resume()
      })
      part.pipe(passed)
      resolve({ filename, length: Number.isSafeInteger(length) ? length : undefined, content: passed })
    })
    parser.on('finish', () => reject(missing(field)))
    parser.on('error', (error) => giveUp(broken(error)))
    request.on('error', (error) => giveUp(broken(error)))
    request.on('close', () => {
      if (!request.complete) giveUp(broken(new Error('the caller has gone')))
    })
    request.pipe(parser)
  })
}

function createParser(request: IncomingMessage, field: string): BusboyInstance {
  const { 'content-type': type = '', ...headers } = request.headers
  if (!type.startsWith('multipart/form-data')) throw missing(field)
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': type },
      limits: { files: 1, fields: 10, fieldSize: 1024, headerPairs: 50 },
    })
  } catch (error) {
    throw broken(error)
  }
}

/** EMQX's words. */
const missing = (field: string) => new AppError('BAD_REQUEST', `Missing required parameter: ${field}`)

const broken = (cause: unknown) =>
  new AppError('BAD_REQUEST', `The form cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause })
