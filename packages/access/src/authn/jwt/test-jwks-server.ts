import type { ServerResponse } from 'node:http'
import { type Certificate, type HttpAnswerer, type ReceivedRequest, startHttpServer } from '@mqdeck/testkit'

type Asked = ReceivedRequest & { readonly response: ServerResponse }

/** An HTTP server that serves keys, and misbehaves on demand. */
export interface JwksServer {
  readonly url: string
  /** Number of received requests. */
  readonly requests: () => number
  /** From now on. */
  serve(...keys: readonly object[]): void
  answer(how: HttpAnswerer): void
  /** Resolves with the next request. */
  asked(): Promise<Asked>
  /** Takes it off the network, and back to the same port. */
  down(): Promise<void>
  up(): Promise<void>
}

export async function startJwksServer(certificate?: Certificate): Promise<JwksServer> {
  const waiting: ((request: Asked) => void)[] = []
  const { origin, requests, down, up, answer: answerRequests } = await startHttpServer(certificate)
  const answer = (how: HttpAnswerer) =>
    answerRequests((request, response) => {
      for (const resolve of waiting.splice(0)) resolve({ ...request, response })
      how(request, response)
    })
  answer((_, response) => void response.writeHead(404).end())
  return {
    url: `${origin}/keys`,
    requests: () => requests().length,
    serve: (...keys) => answer((_, response) => void response.end(JSON.stringify({ keys }))),
    answer,
    asked: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
      }),
    down,
    up,
  }
}
