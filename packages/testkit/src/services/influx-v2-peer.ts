import { startHttpServer, type TestHttpServer } from '../http-server.ts'

interface InfluxPoint {
  readonly measurement: string
  readonly tags: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, string>>
  readonly time: string
}

export interface InfluxV2PeerOptions {
  readonly org: string
  readonly bucket: string
  readonly token: string
}

/**
 * A fake InfluxDB 2, because Debian has none. Supports `/api/v2/write`: checks token, organization, bucket and
 * precision in this order, then accepts or rejects the line protocol as a whole.
 */
export interface InfluxV2Peer extends Pick<TestHttpServer, 'down'> {
  readonly port: number
  /** Does nothing if it is running. */
  up(): Promise<void>
  points(): readonly InfluxPoint[]
}

export async function startInfluxV2Peer({ org, bucket, token }: InfluxV2PeerOptions): Promise<InfluxV2Peer> {
  const server = await startHttpServer()
  const points: InfluxPoint[] = []
  const types = new Map<string, string>()
  server.answer(({ method, target, headers, body }, response) => {
    const { pathname, searchParams: query } = new URL(target, server.origin)
    const refuse = (status: number, code: string, message: string) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code, message }))
    if (pathname !== '/api/v2/write' || method !== 'POST') return refuse(404, 'not found', 'path not found')
    if (headers.authorization !== `Token ${token}`) return refuse(401, 'unauthorized', 'unauthorized access')
    if (query.get('org') !== org) return refuse(404, 'not found', `organization name "${query.get('org')}" not found`)
    if (query.get('bucket') !== bucket) return refuse(404, 'not found', `bucket "${query.get('bucket')}" not found`)
    if (!['ns', 'us', 'ms', 's'].includes(query.get('precision') ?? 'ns'))
      return refuse(400, 'invalid', 'invalid precision; valid precision units are ns, us, ms, and s')
    if (body === '') return refuse(400, 'invalid', 'writing requires points')
    const read = body.split('\n').map(readLine)
    const wrong = read.indexOf(undefined)
    if (wrong >= 0) return refuse(400, 'invalid', `unable to parse '${body.split('\n')[wrong]}': invalid field format`)
    const all = read.filter((one) => one !== undefined)
    const conflict = all.some((point) => !hasKnownTypes(point))
    if (conflict)
      return refuse(
        422,
        'unprocessable entity',
        'failure writing points to database: partial write: field type conflict',
      )
    points.push(...all)
    response.writeHead(204).end()
  })
  /** The first value of a field determines its type. */
  function hasKnownTypes({ measurement, fields }: InfluxPoint): boolean {
    return Object.entries(fields).every(([name, value]) => {
      const id = `${measurement} ${name}`
      const type = typeOf(value)
      types.set(id, types.get(id) ?? type)
      return types.get(id) === type
    })
  }

  return {
    port: Number(new URL(server.origin).port),
    points: () => points,
    down: server.down,
    async up() {
      await server.down()
      await server.up()
    },
  }
}

function typeOf(value: string): string {
  if (value.startsWith('"')) return 'string'
  if (/[iu]$/.test(value)) return value.slice(-1)
  return /^[tf]/i.test(value) ? 'boolean' : 'float'
}

// A point of the line protocol. Backslashes escape separators.
const key = String.raw`(?:[^\\,= ]|\\.)+`
const value = String.raw`(?:"(?:[^"\\]|\\.)*"|[+-]?\d+[iu]?|[+-]?\d*\.?\d+(?:e[+-]?\d+)?|t|T|true|True|TRUE|f|F|false|False|FALSE)`
const line = new RegExp(
  `^(?<measurement>(?:[^\\\\, ]|\\\\.)+)(?<tags>(?:,${key}=${key})*) (?<fields>${key}=${value}(?:,${key}=${value})*)(?: (?<time>-?\\d+))?$`,
)

function readLine(text: string): InfluxPoint | undefined {
  const { measurement, tags = '', fields = '', time = '' } = line.exec(text)?.groups ?? {}
  if (measurement === undefined) return undefined
  return {
    measurement: plain(measurement),
    tags: pairs(tags, key),
    fields: pairs(fields, value),
    time,
  }
}

const pairs = (text: string, of: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`(${key})=(${of})`, 'g'))].map(([, name = '', one = '']) => [
      plain(name.replace(/^,/, '')),
      plain(one),
    ]),
  )

const plain = (text: string) => text.replace(/\\([,= ])/g, '$1')
