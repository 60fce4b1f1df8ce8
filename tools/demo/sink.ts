import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** The systems of the plant that the broker calls: an API that receives data, and an API that decides about clients. */
export interface Sink {
  readonly url: string
  close(): Promise<void>
}

/** Share of the requests to `/incidents` that fail. */
const incidentFailures = 0.12

export async function startSink(): Promise<Sink> {
  const server = createServer((request, response) => {
    readBody(request).then(
      (body) => answer(request.url ?? '', body, response),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(path: string, body: string, response: ServerResponse): void {
  const isContractor = body.includes('"contractor')
  const reply = (status: number, content: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
  if (path.startsWith('/login')) reply(200, { result: isContractor ? 'allow' : 'ignore' })
  else if (path.startsWith('/permissions')) reply(200, { result: isContractor ? 'deny' : 'ignore' })
  else if (path.startsWith('/incidents') && Math.random() < incidentFailures)
    reply(500, { error: 'the incident database is locked' })
  else reply(200, { stored: true })
}

/** At most 64 kB, which is more than any request of the demo has. */
async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk
    if (body.length > 65_536) throw new Error('The body is too large')
  }
  return body
}
