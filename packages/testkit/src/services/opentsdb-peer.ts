import { type ReceivedRequest, startHttpServer, type TestHttpServer } from '../http-server.ts'

export interface OpentsdbPoint {
  readonly metric: string
  readonly timestamp: number
  readonly value: number | string
  readonly tags: Readonly<Record<string, string>>
}

/**
 * A fake OpenTSDB 2, because Debian has none. Supports `/api/put`: stores valid points, rejects the others by the rules
 * for names, tags and values, and reports them according to `summary` and `details`.
 */
export interface OpentsdbPeer extends Pick<TestHttpServer, 'down'> {
  readonly origin: string
  /** Does nothing if it is running. */
  up(): Promise<void>
  points(): readonly OpentsdbPoint[]
  requests(): readonly ReceivedRequest[]
}

export async function startOpentsdbPeer(): Promise<OpentsdbPeer> {
  const server = await startHttpServer()
  const points: OpentsdbPoint[] = []
  server.answer((request, response) => {
    const { method, target, body, headers } = request
    const { pathname, searchParams: query } = new URL(target, server.origin)
    const send = (status: number, answer?: object) =>
      void response
        .writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
        .end(answer && JSON.stringify(answer))
    const refuse = (code: number, message: string) => send(code, { error: { code, message } })
    if (pathname === '/api/version') return send(200, { version: '2.4.1' })
    if (pathname !== '/api/put') return refuse(404, 'Page Not Found')
    if (method !== 'POST') return refuse(405, 'Method not allowed')
    // Default of OpenTSDB.
    if (headers['transfer-encoding'] !== undefined) return refuse(400, 'Chunked request not supported.')
    const given = parsed(body)
    if (!given) return refuse(400, 'Unable to parse the given JSON')
    if (given.length === 0) return refuse(400, 'No datapoints found in content')
    const errors = given.flatMap((datapoint) => {
      const error = whatIsWrong(datapoint)
      return error === undefined ? [] : [{ datapoint, error }]
    })
    const wrong = new Set<unknown>(errors.map(({ datapoint }) => datapoint))
    const right = given.filter((one) => !wrong.has(one))
    points.push(...(right as unknown as OpentsdbPoint[])) // valid points
    const counts = { success: right.length, failed: errors.length }
    const status = errors.length > 0 ? 400 : 200
    if (query.has('details')) return send(status, { ...counts, errors })
    if (query.has('summary')) return send(status, counts)
    return errors.length > 0 ? refuse(400, 'One or more data points had errors') : send(204)
  })
  return {
    origin: server.origin,
    points: () => points,
    requests: server.requests,
    down: server.down,
    async up() {
      await server.down()
      await server.up()
    },
  }
}

type Json = Readonly<Record<string, unknown>>

const isName = (value: unknown) => typeof value === 'string' && /^[\p{L}\d\-_./]+$/u.test(value)

function whatIsWrong({ metric, timestamp, value, tags }: Json): string | undefined {
  if (!isName(metric)) return 'Metric name was empty or invalid'
  if (!(Number(timestamp) > 0) || String(timestamp).length > 13) return 'Invalid timestamp'
  if (!['number', 'string'].includes(typeof value) || value === '' || Number.isNaN(Number(value)))
    return 'Unable to parse value to a number'
  const pairs = typeof tags === 'object' && tags !== null ? Object.entries(tags) : []
  if (pairs.length === 0) return 'Missing tags'
  return pairs.every(([name, one]) => isName(name) && isName(one)) ? undefined : 'Invalid tag'
}

/** One point, or several. Undefined if it is not JSON. */
function parsed(text: string): readonly Json[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return (Array.isArray(value) ? value : [value]) as Json[] // validated one by one
  } catch {
    return undefined
  }
}
