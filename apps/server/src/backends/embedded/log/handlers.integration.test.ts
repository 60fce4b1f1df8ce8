import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('the log files are listed by their handlers', async () => {
  expect(await server.get('/mqdeck/log_files')).toEqual({
    status: 200,
    body: [
      {
        name: 'default',
        path: 'log/emqx.log',
        level: 'warning',
        formatter: 'text',
        size: expect.any(Number),
        parts: [
          {
            path: 'log/emqx.log.1',
            size: expect.any(Number),
            modified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/),
          },
        ],
      },
    ],
  })
})

test('a page starts with the last lines and follows new lines', async () => {
  const tail = await server.get('/mqdeck/log_files/default?direction=backward&bytes=1000')
  expect(tail).toMatchObject({
    status: 200,
    body: { items: expect.any(String), meta: { skipped: 0, end_of_file: true } },
  })
  const next = await server.get(`/mqdeck/log_files/default?position=${tail.body.meta.position}`)
  expect(next).toMatchObject({
    status: 200,
    body: { items: '', meta: { position: tail.body.meta.position, path: 'log/emqx.log.1', end_of_file: true } },
  })
})

test.each(['other', '..%2Fdb%2Fdata.mdb', '%2Fetc%2Fpasswd', 'log%2Femqx.log.1', '__proto__'])(
  'files that are not configured cannot be read: %s',
  async (name) => {
    expect(await server.get(`/mqdeck/log_files/${name}`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  },
)

test.each(['bytes=0', 'bytes=1048577', 'position=-1', 'position=x', 'direction=up', 'path=/etc/passwd'])(
  'an invalid parameter is rejected or ignored: %s',
  async (query) => {
    const { status } = await server.get(`/mqdeck/log_files/default?${query}`)
    expect(status).toBe(query.startsWith('path') ? 200 : 400)
  },
)

test('the log cannot be read without signing in', async () => {
  for (const path of ['/mqdeck/log_files', '/mqdeck/log_files/default']) {
    expect((await server.call('GET', path, undefined, '')).status).toBe(401)
  }
})
