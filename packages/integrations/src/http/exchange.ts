import type { HttpAnswer, HttpRequest } from '@mqdeck/drivers'
import type { Exchange } from '../port.ts'
import { withoutSecrets } from './render.ts'

/** Maximum number of bytes of a response body that are shown. */
const maxBodyBytes = 64 * 1024

const utf8 = new TextDecoder()

/** Joins repeated headers with commas. */
const inOneLine = (headers: HttpAnswer['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

/** Sends a request and returns it with its response of any status. Secrets are `******`. */
export async function exchange(
  origin: string,
  request: HttpRequest,
  send: (request: HttpRequest) => Promise<HttpAnswer>,
): Promise<Exchange> {
  const { method, path, headers, body } = request
  const began = performance.now()
  const answer = await send({ ...request, cutAt: maxBodyBytes })
  return {
    request: {
      method,
      url: origin + path,
      headers: withoutSecrets(headers),
      body: body === undefined ? undefined : typeof body === 'string' ? body : utf8.decode(body),
    },
    status: answer.status,
    headers: withoutSecrets(inOneLine(answer.headers)),
    body: answer.body,
    isCut: answer.isCut === true,
    took: Math.round(performance.now() - began),
  }
}
