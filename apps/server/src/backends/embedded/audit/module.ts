import { AppError, type AuditQuery, ok } from '@mqdeck/contract'
import { filter, given, type HandlersOf, toPage } from '../management.ts'
import { defineModule } from '../resource-module.ts'
import { type AuditLog, openAuditLog } from './service.ts'
import type { KeptEntry } from './stored-entries.ts'

function auditHandlers({ auditLog }: { readonly auditLog: AuditLog }): HandlersOf<'audit'> {
  return {
    listAudit: async ({ query }) => {
      if (!auditLog.isOn()) throw new AppError('BAD_REQUEST', 'Audit is disabled')
      const tests = auditTests(query)
      const total = tests.length === 0 ? auditLog.count() : 'count'
      return ok(await toPage(filter(auditLog.list(), tests), query, { total, toRow: ({ entry }) => entry }))
    },
  }
}

const exact = [
  'node',
  'from',
  'source',
  'source_ip',
  'operation_id',
  'operation_type',
  'operation_result',
  'http_status_code',
  'http_method',
] as const

function auditTests(query: AuditQuery) {
  const { gte_created_at: since, lte_created_at: until, gte_duration_ms: least, lte_duration_ms: most } = query
  return given<KeptEntry>(
    since !== undefined && (({ at }) => at >= since),
    until !== undefined && (({ at }) => at <= until),
    least !== undefined && (({ entry }) => entry.duration_ms >= least),
    most !== undefined && (({ entry }) => entry.duration_ms <= most),
    ...exact.map((name) => query[name] !== undefined && (({ entry }: KeptEntry) => entry[name] === query[name])),
  )
}

export const auditModule = defineModule({
  name: 'audit',
  create({ store, disk, clock, node, configuration, logging, log }) {
    const auditLog = openAuditLog({
      store,
      disk,
      clock,
      node,
      settings: () => configuration.plain('log').audit,
      writeFile: logging.audit,
      log,
    })
    return { provides: auditLog, handlers: auditHandlers({ auditLog }) }
  },
})
