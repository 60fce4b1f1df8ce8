import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** Sends text as `text/plain` unless a handler set another type, and everything else as JSON. */
export function sendBody(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  const [type, text] = typeof body === 'string' ? ['text/plain', body] : ['application/json', JSON.stringify(body)]
  return sendBytes(reply, status, type, Buffer.from(text))
}

/** As bytes, because Fastify adds a charset to text, which EMQX does not. */
function sendBytes(reply: FastifyReply, status: number, type: string, bytes: Buffer): FastifyReply {
  if (!reply.hasHeader('content-type')) reply.header('content-type', type)
  return reply.code(status).header('cache-control', 'no-store').send(bytes)
}

/** Rows that are serialized to JSON at once. */
const rowsAtOnce = 500

/** As `sendBody`. A long list or page is serialized in parts, so that other requests are not delayed. */
export async function sendAnswer(reply: FastifyReply, status: number, body: unknown): Promise<FastifyReply> {
  if (isLong(body)) return sendBytes(reply, status, 'application/json', Buffer.concat(await partsOfList(body)))
  if (!isLongPage(body)) return sendBody(reply, status, body)
  const parts: Buffer[] = [Buffer.from('{')]
  for (const [key, value] of Object.entries(body)) {
    if (value === undefined) continue
    parts.push(Buffer.from(`${parts.length > 1 ? ',' : ''}${JSON.stringify(key)}:`))
    parts.push(...(isLong(value) ? await partsOfList(value) : [Buffer.from(JSON.stringify(value))]))
  }
  parts.push(Buffer.from('}'))
  return sendBytes(reply, status, 'application/json', Buffer.concat(parts))
}

const isLong = (body: unknown): body is readonly unknown[] => Array.isArray(body) && body.length > rowsAtOnce
const isLongPage = (body: unknown): body is { readonly data: readonly unknown[] } =>
  typeof body === 'object' && body !== null && 'data' in body && isLong(body.data)

async function partsOfList(rows: readonly unknown[]): Promise<Buffer[]> {
  const parts: Buffer[] = []
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    if (start > 0) await nextTurn()
    const list = JSON.stringify(rows.slice(start, start + rowsAtOnce))
    parts.push(Buffer.from(`${start === 0 ? '[' : ','}${list.slice(1, -1)}`))
  }
  parts.push(Buffer.from(']'))
  return parts
}
