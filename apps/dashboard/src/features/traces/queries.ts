import { ApiError, clearTraces, deleteTrace, downloadTrace, listClients, listRules, stopTrace } from '@mqdeck/contract'
import { defineChange, defineQuery, isTimeout, LocalizedError } from '../../api/index.ts'
import { downloadBlob } from '../../lib/download.ts'
import { tracesQuery } from './index.ts'

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
