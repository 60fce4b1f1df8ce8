import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { messageOf, toError } from '@mqdeck/contract'
import type { TlsOptions } from '@mqdeck/drivers'

export interface FetchOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly tls: TlsOptions | undefined
  /** Maximum size of the response in bytes. */
  readonly limit: number
  readonly signal: AbortSignal
}

/**
 * The body of a response to GET with status 200. @throws {Error} (rejects) with a sentence that does not contain the
 * request, because headers may be secrets
 */
export async function fetchText(url: URL, { headers, tls, limit, signal }: FetchOptions): Promise<string> {
  const response = await answerTo(url, headers, tls, signal)
  try {
    if (response.statusCode !== 200) throw new Error(`the endpoint returned status ${response.statusCode}`)
    return await bodyOf(response, limit)
  } catch (error) {
    if (signal.aborted) throw toError(signal.reason)
    throw error
  } finally {
    response.destroy()
  }
}

function answerTo(
  url: URL,
  headers: FetchOptions['headers'],
  tls: TlsOptions | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestTls : requestPlain
    // No keep-alive, since there are minutes between two requests.
    request(url, { headers, agent: false, signal, ...tls }, resolve)
      .on('error', (error) => reject(signal.aborted ? toError(signal.reason) : new Error(messageOf(error))))
      .end()
  })
}

async function bodyOf(response: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new Error(`the response has more than ${limit} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
