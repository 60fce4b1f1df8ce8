import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** Sends text as `text/plain` unless a handler set another type, and everything else as JSON. */
export function sendBody(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  const [type, text] = typeof body === 'string' ? ['text/plain', body] : ['application/json', JSON.stringify(body)]
  return send(reply, status, type, Buffer.from(text))
}

/** As bytes, because Fastify adds a charset to text, which EMQX does not. */
function send(reply: FastifyReply, status: number, type: string, body: Buffer | Readable): FastifyReply {
  if (!reply.hasHeader('content-type')) reply.header('content-type', type)
  return reply.code(status).header('cache-control', 'no-store').send(body)
}

/** Rows that are serialized to JSON in one step. */
const rowsAtOnce = 500

/**
 * As `sendBody`. A long list or page is serialized in parts while the caller reads, so that other requests are not delayed
 * and the text is never complete in memory.
 */
export function sendAnswer(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  if (isLong(body)) return send(reply, status, 'application/json', Readable.from(partsOfList(body), oneByOne))
  if (isLongPage(body)) return send(reply, status, 'application/json', Readable.from(partsOfPage(body), oneByOne))
  return sendBody(reply, status, body)
}

/** Each part is read when the previous one was sent. */
const oneByOne = { objectMode: false, highWaterMark: 1 }

const isLong = (body: unknown): body is readonly unknown[] => Array.isArray(body) && body.length > rowsAtOnce
const isLongPage = (body: unknown): body is { readonly data: readonly unknown[] } =>
  typeof body === 'object' && body !== null && 'data' in body && isLong(body.data)

async function* partsOfPage(page: object): AsyncGenerator<Buffer> {
  let separator = '{'
  for (const [key, value] of Object.entries(page)) {
    if (value === undefined) continue
    yield Buffer.from(`${separator}${JSON.stringify(key)}:`)
    separator = ','
    if (isLong(value)) yield* partsOfList(value)
    else yield Buffer.from(JSON.stringify(value))
  }
  yield Buffer.from('}')
}

async function* partsOfList(rows: readonly unknown[]): AsyncGenerator<Buffer> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    if (start > 0) await nextTurn()
    const list = JSON.stringify(rows.slice(start, start + rowsAtOnce))
    yield Buffer.from(`${start === 0 ? '[' : ','}${list.slice(1, -1)}`)
  }
  yield Buffer.from(']')
}
