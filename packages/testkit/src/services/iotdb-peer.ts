import { startHttpServer, type TestHttpServer } from '../http-server.ts'

export interface IotdbPoint {
  readonly path: string
  readonly time: number
  readonly type: string
  readonly value: unknown
}

export interface IotdbPeerOptions {
  readonly username: string
  readonly password: string
}

/**
 * A fake REST service of Apache IoTDB 1, because Debian has none. Supports both versions of `insertTablet` with the checks
 * of their documentation (names of the fields, lengths of the lists, data types), and `query` for the check of the login. A
 * time series keeps its first data type. A point with the time of another one replaces it.
 */
export interface IotdbPeer extends Pick<TestHttpServer, 'down'> {
  readonly origin: string
  /** Does nothing if it is running. */
  up(): Promise<void>
  points(): readonly IotdbPoint[]
  /** Paths and bodies of all tablets so far. */
  tablets(): readonly { readonly path: string; readonly body: string }[]
}

const versions: Readonly<
  Record<string, { readonly device: string; readonly types: string; readonly aligned: string }>
> = {
  v1: { device: 'deviceId', types: 'dataTypes', aligned: 'isAligned' },
  v2: { device: 'device', types: 'data_types', aligned: 'is_aligned' },
}

export async function startIotdbPeer({ username, password }: IotdbPeerOptions): Promise<IotdbPeer> {
  const server = await startHttpServer()
  const points = new Map<string, IotdbPoint>()
  const typeOf = new Map<string, string>()
  const tablets: { readonly path: string; readonly body: string }[] = []
  server.answer(({ method, target, headers, body }, response) => {
    const reply = (status: number, code: number, message: string) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code, message }))
    const [, rest, version = '', operation] = new URL(target, server.origin).pathname.split('/')
    const names = versions[version]
    if (rest !== 'rest' || !names || method !== 'POST') return reply(404, 404, 'not found')
    if (headers.authorization !== `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`)
      return reply(401, 600, 'WRONG_LOGIN_PASSWORD_ERROR')
    if (operation === 'query') return reply(200, 200, 'SUCCESS_STATUS')
    if (operation !== 'insertTablet') return reply(404, 404, 'not found')
    const { timestamps, measurements, values, ...given } = JSON.parse(body) as Tablet // checked below
    const { [names.device]: device, [names.types]: types, [names.aligned]: isAligned, ...unknown } = given
    if (Object.keys(unknown).length > 0) return reply(400, 305, `unknown field ${Object.keys(unknown)}`)
    if (typeof device !== 'string' || !device.startsWith('root.')) return reply(200, 509, `illegal path [${device}]`)
    if (typeof isAligned !== 'boolean' || !Array.isArray(types)) return reply(400, 305, 'a field is missing')
    const isComplete =
      [types, values].every((one) => one.length === measurements.length) &&
      values.every((column) => column.length === timestamps.length)
    if (!isComplete) return reply(200, 305, 'the lists have different lengths')
    const found: IotdbPoint[] = []
    for (const [column, name] of measurements.entries()) {
      const path = `${device}.${name}`
      const type = String(types[column])
      if (typeOf.get(path) !== undefined && typeOf.get(path) !== type)
        return reply(200, 507, `Fail to insert measurements [${name}] caused by [data type is not consistent]`)
      for (const [row, time] of timestamps.entries()) {
        const value = values[column]?.[row]
        if (!isOfType(value, type)) return reply(200, 305, `the value "${String(value)}" is not ${type}`)
        if (value !== null) found.push({ path, time, type, value })
      }
    }
    tablets.push({ path: target, body })
    for (const point of found) {
      typeOf.set(point.path, point.type)
      points.set(`${point.path} ${point.time}`, point)
    }
    return reply(200, 200, 'SUCCESS_STATUS')
  })
  return {
    origin: server.origin,
    points: () => [...points.values()],
    tablets: () => tablets,
    down: server.down,
    async up() {
      await server.down()
      await server.up()
    },
  }
}

interface Tablet extends Readonly<Record<string, unknown>> {
  readonly timestamps: readonly number[]
  readonly measurements: readonly string[]
  readonly values: readonly (readonly unknown[])[]
}

function isOfType(value: unknown, type: string): boolean {
  if (value === null) return true
  if (type === 'TEXT') return typeof value === 'string'
  if (type === 'BOOLEAN') return typeof value === 'boolean'
  if (type === 'INT32' || type === 'INT64') return Number.isInteger(value)
  return (type === 'FLOAT' || type === 'DOUBLE') && typeof value === 'number'
}
