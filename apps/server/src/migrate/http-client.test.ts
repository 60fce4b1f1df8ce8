import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpClient } from './http-client.ts'

test('a path with two slashes does not change the host', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer(({ url }, response) => {
    asked.push(url)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on host and port
  const client = createHttpClient({ url: new URL(`http://127.0.0.1:${port}//localhost`) })
  onTestFinished(() => {
    client.close()
    server.close()
  })
  expect((await client.call({ method: 'GET', path: '/api/v5/nodes' })).status).toBe(200)
  expect(asked).toEqual(['//localhost/api/v5/nodes'])
})
