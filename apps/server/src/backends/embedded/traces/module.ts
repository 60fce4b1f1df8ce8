import { AppError, noContent, ok, type Trace, traceName } from '@mqdeck/contract'
import { TraceError, type TraceView, zip } from '@mqdeck/observe'
import type { BrokerContext } from '../broker-context.ts'
import { type HandlersOf, secondsToRfc3339 } from '../management.ts'
import { defineModule } from '../resource-module.ts'

/** Maximum bytes of one response. Callers continue at the returned position. */
const maxBytes = 16 * 1024 * 1024
/** EMQX's limit. */
const maxNameLength = 256

function traceHandlers({ traces, nodes: { own: node } }: BrokerContext): HandlersOf<'traces'> {
  const toTrace = ({
    name,
    type,
    filter,
    payloadEncode,
    formatter,
    state,
    startAt,
    endAt,
    size,
  }: TraceView): Trace => ({
    name,
    type,
    [type]: filter,
    payload_encode: payloadEncode,
    formatter,
    status: state,
    start_at: secondsToRfc3339(startAt),
    end_at: secondsToRfc3339(endAt),
    log_size: { [node]: size },
  })
  const notFound = (what: string) => new AppError('NOT_FOUND', `${what} NOT FOUND`)
  const require = (name: string, asked?: string) => {
    if (!traces.has(name)) throw notFound(name)
    if (asked !== undefined && asked !== node) throw notFound('Node')
  }
  return {
    listTraces: async () => ok((await traces.list()).map(toTrace)),
    createTrace: async ({ body }) => {
      if (body.name.length > maxNameLength) throw new AppError('INVALID_PARAMS', `Name Length must =< ${maxNameLength}`)
      if (!traceName.test(body.name)) throw new AppError('INVALID_PARAMS', `Name should be ${traceName.source}`)
      try {
        return ok(toTrace(await traces.create(body)))
      } catch (error) {
        if (!(error instanceof TraceError)) throw error
        const status = error.code === 'INVALID_PARAMS' ? 400 : 409
        throw new AppError(error.code, error.message, { status })
      }
    },
    clearTraces: async () => {
      await traces.removeAll()
      return noContent
    },
    deleteTrace: async ({ params: { name } }) => {
      if (!(await traces.remove(name))) throw notFound(name)
      return noContent
    },
    stopTrace: async ({ params: { name } }) => {
      if (!(await traces.stop(name))) throw notFound(name)
      return ok({ enable: false, name })
    },
    downloadTrace: async ({ params: { name }, query }) => {
      require(name, query.node)
      const found = await traces.onDisk(name)
      if (!found || found.size === 0) throw new AppError('NOT_FOUND', 'Trace is empty')
      const { file, path, size, modifiedAt } = found
      return {
        status: 200,
        body: zip([{ name: `${node}-${file}`, path, size, modifiedAt: new Date(modifiedAt) }]),
        headers: { 'content-disposition': `attachment; filename="${name}.zip"` },
      }
    },
    readTraceLog: async ({ params: { name }, query }) => {
      require(name, query.node)
      const { position, bytes } = query
      const part = await traces.read(name, position, Math.min(bytes, maxBytes))
      if (!part) throw notFound(name)
      return ok({ items: part.text, meta: { position: part.position, bytes } })
    },
    listTraceLogs: async ({ params: { name } }) => {
      require(name)
      const found = await traces.onDisk(name)
      return ok(found ? [{ node, size: found.size, mtime: Math.floor(found.modifiedAt / 1000) }] : [])
    },
  }
}

export const tracesModule = defineModule({
  name: 'traces',
  create: (context) => ({ handlers: traceHandlers(context) }),
})
