import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { isRecord } from '@mqdeck/contract'
import { valuesOf } from './headers.ts'
import type { AttemptOptions } from './node-request.ts'

/** Maximum bytes of a sign-in response that are inspected. */
const longest = 64 * 1024

/**
 * Inspects the response to a sign-in and reports the issued token with its rights. The open-source edition has no roles.
 */
export function readIssuedToken(issued: (token: string, rights: string) => void): NonNullable<AttemptOptions['tap']> {
  const chunks: Buffer[] = []
  let size = 0
  return (status, headers, chunk) => {
    if (status !== 200) return
    if (chunk === undefined) {
      if (size > longest) return
      const login = readLogin(Buffer.concat(chunks), valuesOf(headers, 'content-encoding')[0])
      if (login) issued(login.token, JSON.stringify([login.role, login.namespace]))
      return
    }
    size += chunk.length
    if (size <= longest) chunks.push(chunk)
    else chunks.length = 0
  }
}

function readLogin(body: Buffer, encoding: string | undefined) {
  try {
    const answer: unknown = JSON.parse(decode(body, encoding).toString())
    if (!isRecord(answer) || typeof answer.token !== 'string') return undefined
    return { token: answer.token, role: answer.role, namespace: answer.namespace }
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
