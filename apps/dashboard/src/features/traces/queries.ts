import { ApiError, clearTraces, deleteTrace, downloadTrace, listClients, listRules, stopTrace } from '@mqdeck/contract'
import { defineChange, defineQuery, isTimeout, LocalizedError } from '../../data/index.ts'
import { downloadBlob } from '../../lib/download.ts'
import { tracesQuery } from '../../traces/index.ts'

interface Named {
  readonly name: string
}

const invalidates = [tracesQuery]

export const endTrace = defineChange<Named, unknown>({
  apply: (call, { name }) => call(stopTrace, { params: { name } }),
  invalidates,
})

export const removeTrace = defineChange<Named, undefined>({
  apply: (call, { name }) => call(deleteTrace, { params: { name } }),
  invalidates,
})

export const removeAllTraces = defineChange<undefined, undefined>({
  apply: (call) => call(clearTraces),
  invalidates,
})

export interface Wanted extends Named {
  /** Undefined: what every node has written. */
  readonly node?: string | undefined
}

/** Fetches the archive and hands it to the browser's downloads. It may take minutes, and goes on while other pages are shown. */
export const saveArchive = defineChange<Wanted, undefined>({
  async apply(call, { name, node }) {
    try {
      const query = node === undefined ? {} : { node }
      const { filename, content } = await call(downloadTrace, { params: { name }, query })
      downloadBlob(filename ?? `${name}.zip`, content)
    } catch (error) {
      throw inOtherWords(error, name)
    }
  },
  invalidates: [],
})

function inOtherWords(error: unknown, name: string): unknown {
  // The body of an answer that is cut off in the middle is the browser's own error.
  const isLate = isTimeout(error) || (error instanceof DOMException && error.name === 'TimeoutError')
  if (isLate)
    return new LocalizedError({
      en: `The download took too long. The log lies on the nodes of the broker: data/trace/trace_${name}_*.log.`,
      zh: `下载超时。日志保存在代理节点的 data/trace/trace_${name}_*.log 中。`,
    })
  if (error instanceof ApiError && error.status === 404 && error.message === 'Trace is empty')
    return new LocalizedError({ en: 'It has not written anything yet.', zh: '尚未写入任何内容。' })
  return error
}

/** A few client IDs with this text in them. */
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

/** More than these nobody looks through; the id can be typed then. */
const mostRules = 1000

interface RuleChoices {
  readonly rules: readonly RuleChoice[]
  /** False: there are more. */
  readonly isAll: boolean
}

export const ruleChoicesQuery = defineQuery<undefined, RuleChoices>({
  name: 'rules-to-trace',
  async load(call, _args, signal) {
    const { data, meta } = await call(listRules, { query: { page: 1, limit: mostRules }, signal })
    return { rules: data.map(({ id, name }) => ({ id, name })), isAll: (meta.count ?? 0) <= mostRules }
  },
})
