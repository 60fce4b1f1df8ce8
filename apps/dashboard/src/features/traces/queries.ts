import {
  ApiError,
  clearTraces,
  createTrace,
  deleteTrace,
  downloadTrace,
  listClients,
  listRules,
  listTraceLogs,
  listTraces,
  type NewTrace,
  readTraceLog,
  stopTrace,
  type Trace,
} from '@mqdeck/contract'
import { defineChange, defineQuery, isTimeout, LocalizedError, orIfMissing, useConnection } from '../../api/index.ts'
import { downloadBlob } from '../../lib/browser/download.ts'
import { trimPartialCharacter } from '../../lib/payload/partial-character.ts'
import type { TraceReader } from './viewer/trace-source.ts'

/** All traces, newest first. */
export const tracesQuery = defineQuery<undefined, readonly Trace[]>({
  name: 'traces',
  load: (call, _args, signal) => call(listTraces, { signal }),
  poll: 'chosen',
})

/** Times in RFC 3339. `NewTrace` documents the defaults. */
export type NewTraceBody = Omit<NewTrace, 'start_at' | 'end_at'> & {
  readonly start_at?: string
  readonly end_at?: string
}

/** Ignore the response and reload the list: EMQX returns a wrong end time. */
export const createNewTrace = defineChange<NewTraceBody, Trace>({
  apply: (call, body) => call(createTrace, { body }),
  invalidates: [tracesQuery],
})

/** Whether a trace was rejected because the limit is reached. */
export const isTraceLimitError = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'INVALID_PARAMS' && /the maximum/.test(error.message)

interface TraceName {
  readonly name: string
}

const invalidates = [tracesQuery]

export const stopTraceChange = defineChange<TraceName, unknown>({
  apply: (call, { name }) => call(stopTrace, { params: { name } }),
  invalidates,
})

export const deleteTraceChange = defineChange<TraceName, undefined>({
  apply: (call, { name }) => call(deleteTrace, { params: { name } }),
  invalidates,
})

export const deleteAllTraces = defineChange<undefined, undefined>({
  apply: (call) => call(clearTraces),
  invalidates,
})

export interface TraceDownload extends TraceName {
  /** Undefined for the logs of all nodes. */
  readonly node?: string | undefined
}

/** Downloads the archive and saves it via the browser. May take minutes and continues while other pages are shown. */
export const saveArchive = defineChange<TraceDownload, undefined>({
  async apply(call, { name, node }) {
    try {
      const query = node === undefined ? {} : { node }
      const { filename, content } = await call(downloadTrace, { params: { name }, query })
      downloadBlob(filename ?? `${name}.zip`, content)
    } catch (error) {
      throw toReadableError(error, name)
    }
  },
  invalidates: [],
})

function toReadableError(error: unknown, name: string): unknown {
  // A timeout while reading the response body is a DOMException of the browser.
  const isTimedOut = isTimeout(error) || (error instanceof DOMException && error.name === 'TimeoutError')
  if (isTimedOut)
    return new LocalizedError({
      en: `The download timed out. Copy the log files from the nodes of the broker: data/trace/trace_${name}_*.log.`,
      zh: `下载超时。请从服务端节点复制日志文件：data/trace/trace_${name}_*.log。`,
    })
  if (error instanceof ApiError && error.status === 404 && error.message === 'Trace is empty')
    return new LocalizedError({ en: 'The trace has not recorded anything yet.', zh: '该追踪尚未记录任何日志。' })
  return error
}

/** Up to ten client IDs that contain this text. */
export const clientIdsQuery = defineQuery<{ readonly like: string }, readonly string[]>({
  name: 'client-ids-to-trace',
  async load(call, { like }, signal) {
    const query = { like_clientid: like, fields: 'clientid', page: 1, limit: 10 }
    const { data } = await call(listClients, { query, signal })
    return data.flatMap(({ clientid }) => clientid ?? [])
  },
})

interface RuleChoice {
  readonly id: string
  readonly name: string
}

/** Limit for the select. With more rules, the rule ID is entered as text. */
const maxRules = 1000

interface RuleChoices {
  readonly rules: readonly RuleChoice[]
  /** False if there are more rules than the limit. */
  readonly isComplete: boolean
}

export const ruleChoicesQuery = defineQuery<undefined, RuleChoices>({
  name: 'rules-to-trace',
  async load(call, _args, signal) {
    const { data, meta } = await call(listRules, { query: { page: 1, limit: maxRules }, signal })
    return { rules: data.map(({ id, name }) => ({ id, name })), isComplete: (meta.count ?? 0) <= maxRules }
  },
})

/** Reads parts of a trace log. Bypasses the query cache, because the views keep only the parts they need. */
export function useTraceReader(): (name: string, node: string) => TraceReader {
  const { call } = useConnection()
  return (name, node) => ({
    async read(position, bytes) {
      const { items, meta } = await call(readTraceLog, { params: { name }, query: { node, position, bytes } })
      return trimPartialCharacter(position, { text: items, position: meta.position })
    },
    async size() {
      const files = await orIfMissing(call(listTraceLogs, { params: { name } }), [])
      return files.find((file) => file.node === node)?.size
    },
  })
}
