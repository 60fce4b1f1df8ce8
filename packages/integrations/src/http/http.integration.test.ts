import { type HttpAnswerer, startHttpServer } from '@mqdeck/testkit'
import { describeIntegration } from '@mqdeck/testkit/suites'
import { createHarness } from '../test-harness.ts'

const secret = 'Bearer s3cr3t-t0k3n'

describeIntegration('an HTTP server', async () => {
  const server = await startHttpServer()
  const marks: string[] = []
  const answer: HttpAnswerer = ({ target, body, headers }, response) => {
    if (headers.authorization !== secret) return void response.writeHead(401).end(String(headers.authorization))
    if (target.startsWith('/base/refuse')) return void response.writeHead(400).end('no')
    marks.push(body)
    response.writeHead(200, { 'content-type': 'text/plain' }).end('thanks')
  }
  server.answer(answer)
  return {
    harness: () => createHarness('http'),
    connector: { url: `${server.origin}/base/`, headers: { authorization: secret }, pool_size: 2 },
    action: {
      parameters: { path: '${path}', method: 'post', body: '${mark}' },
      data: (mark) => ({ path: 'take', mark }),
      received: async () => marks,
      refused: () => ({ path: 'refuse', mark: 'never' }),
    },
    down: server.down,
    up: async () => {
      await server.down()
      await server.up()
    },
    secrets: [secret],
    close: server.down,
  }
})
