import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { valuesOf } from './headers.ts'
import type { AttemptOptions } from './node-request.ts'

/** Maximum bytes of a sign-in response that are inspected. */
const longest = 64 * 1024

/** Inspects the response to a sign-in and reports the issued token. */
export function readIssuedToken(issued: (token: string) => void): NonNullable<AttemptOptions['tap']> {
  const chunks: Buffer[] = []
  let size = 0
  return (status, headers, chunk) => {
    if (status !== 200) return
    if (chunk === undefined) {
      const token =
        size <= longest ? readToken(Buffer.concat(chunks), valuesOf(headers, 'content-encoding')[0]) : undefined
      if (token !== undefined) issued(token)
      return
    }
    size += chunk.length
    if (size <= longest) chunks.push(chunk)
    else chunks.length = 0
  }
}

function readToken(body: Buffer, encoding: string | undefined): string | undefined {
  try {
    const answer: unknown = JSON.parse(decode(body, encoding).toString())
    return typeof answer === 'object' && answer !== null && 'token' in answer && typeof answer.token === 'string'
      ? answer.token
      : undefined
  } catch {
    return undefined // not EMQX's format; the owner of the token is found when it is used
  }
}

const limit = { maxOutputLength: longest }

function decode(body: Buffer, encoding: string | undefined): Buffer {
  switch (encoding?.toLowerCase()) {
    case 'gzip':
      return gunzipSync(body, limit)
    case 'deflate':
      return inflateSync(body, limit)
    case 'br':
      return brotliDecompressSync(body, limit)
    default:
      return body
  }
}
