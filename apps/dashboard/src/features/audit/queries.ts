import {
  ApiError,
  type AuditEntry,
  getLogConfig,
  listAudit,
  type log,
  type Page,
  updateLogConfig,
  type WireValue,
} from '@mqdeck/contract'
import { defineChange, defineQuery, fetchAll, orIfMissing, useConnection } from '../../data/index.ts'
import { type AuditFilters, toQuery } from './audit-search.ts'

interface AuditArgs {
  readonly filters: AuditFilters
  readonly page: number
  readonly limit: number
}

/** `off`: nothing is written down. `missing`: the broker has no audit log. */
export type AuditList = Page<AuditEntry> | 'off' | 'missing'

export const auditQuery = defineQuery<AuditArgs, AuditList>({
  name: 'audit',
  load: (call, { filters, page, limit }, signal) =>
    orIfMissing(call(listAudit, { query: { ...toQuery(filters), page, limit }, signal }), 'missing' as const).catch(
      (error: unknown) => {
        if (isOff(error)) return 'off' as const
        throw error
      },
    ),
  poll: 'chosen',
})

/** EMQX's answer while the audit log is off. */
const isOff = (error: unknown) =>
  error instanceof ApiError && error.status === 400 && error.message === 'Audit is disabled'

/** One entry, by the moment it was written: no two have the same. */
export const auditEntryQuery = defineQuery<{ readonly at: string }, { readonly entry: AuditEntry | undefined }>({
  name: 'audit-entry',
  load: async (call, { at }, signal) => {
    const { data } = await call(listAudit, { query: { gte_created_at: at, lte_created_at: at, limit: 1 }, signal })
    return { entry: data[0] }
  },
})

type LogSettings = WireValue<typeof log>

/** How it is kept. */
export const auditSettingsQuery = defineQuery<undefined, LogSettings['audit']>({
  name: 'audit-settings',
  load: async (call, _args, signal) => (await call(getLogConfig, { signal })).audit,
})

/** Everything else of the log stays as it is at that moment. */
export const turnAudit = defineChange<{ readonly enable: boolean }, unknown>({
  apply: async (call, { enable }) => {
    const settings = await call(getLogConfig)
    return call(updateLogConfig, { body: { ...settings, audit: { ...settings.audit, enable } } })
  },
  invalidates: [auditQuery, auditSettingsQuery, { name: 'log-settings' }],
})

/** Everything that the filters find, newest first. */
export function useAllEntries(): (filters: AuditFilters) => Promise<readonly AuditEntry[]> {
  const { call } = useConnection()
  return (filters) => fetchAll((paging) => call(listAudit, { query: { ...toQuery(filters), ...paging } }))
}
