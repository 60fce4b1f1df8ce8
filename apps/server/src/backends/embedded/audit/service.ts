import type { AuditEntry } from '@mqdeck/contract'
import type { Clock, Log, Store } from '@mqdeck/kit'
import type { RootPlain } from '../../../broker-config/roots.ts'
import type { AuditedCall, Auditor } from '../../../http/auditor.ts'
import type { Logging } from '../../../log/create-logging.ts'
import { encodePayload, rankOf } from '../../../log/format.ts'
import type { Level } from '../../../log/log-settings.ts'
import type { DiskWatch } from '../../../store/disk-watch.ts'
import { type AuditedCommand, type CallEntry, describeCall, describeCommand, levelOf } from './describe-call.ts'
import { openStoredEntries, type StoredEntries } from './stored-entries.ts'

/** Records changes in the store for searching, and writes them to a file. */
export interface AuditLog extends Auditor, Pick<StoredEntries, 'list' | 'count'> {
  /** The same for commands that were run on the server itself. */
  recordCommand(command: AuditedCommand): Promise<void>
}

export interface AuditLogOptions {
  readonly store: Store
  readonly disk: Pick<DiskWatch, 'untilStalled'>
  readonly clock: Clock
  readonly node: string
  readonly settings: () => RootPlain<'log'>['audit']
  readonly writeFile: Logging['audit']
  readonly log: Log
}

export function openAuditLog({ store, disk, clock, node, settings, writeFile, log }: AuditLogOptions): AuditLog {
  const entries = openStoredEntries(store)
  const unauthenticatedLimit = createRateLimit(clock)
  let last = entries.newest()

  /**
   * Later than all other entries by at least a microsecond. EMQX uses the same resolution, and the order must be clear.
   */
  const stamp = () => {
    last = Math.max(clock.now() * 1000, last + 1)
    return last
  }
  const write = async (call: AuditedCall) => {
    const { level, payload_encode, ignore_high_frequency_request } = settings()
    const grade = levelOf(call.status)
    if (rankOf(grade) < rankOf(level)) return
    if (ignore_high_frequency_request && isFrequent(call)) return
    const isUnauthenticatedCall = isUnauthenticated(call)
    if (isUnauthenticatedCall && !unauthenticatedLimit.take()) return
    const described = describeCall(call, (value) => encodePayload(value, payload_encode).payload)
    const omitted = isUnauthenticatedCall ? unauthenticatedLimit.omitted() : 0
    if (omitted > 0) log.warn({ count: omitted }, 'audit_rejected_calls_omitted')
    await keep(grade, described, isUnauthenticatedCall)
  }
  const keep = (grade: Level, described: CallEntry, isUnauthenticatedCall: boolean) => {
    const at = stamp()
    const entry: AuditEntry = { ...described, created_at: toRfc3339(at), node }
    writeFile(grade, described)
    return disk.untilStalled(entries.add(at, entry, isUnauthenticatedCall, settings().max_filter_size))
  }
  return {
    isOn: () => settings().enable,
    record: (call) =>
      write(call).catch((error: unknown) =>
        log.error({ operation: call.endpoint.path, error }, 'audit_entry_not_stored'),
      ),
    recordCommand: (command) => keep(command.failure ? 'error' : 'info', describeCommand(command), false),
    list: entries.list,
    count: entries.count,
  }
}

/** High-frequency requests in EMQX's terms. */
const frequent = new Set([
  'POST /publish',
  'POST /publish/bulk',
  'POST /clients/{clientid}/subscribe',
  'POST /clients/{clientid}/subscribe/bulk',
  'POST /clients/{clientid}/unsubscribe',
  'POST /clients/{clientid}/unsubscribe/bulk',
  'POST /clients/kickout/bulk',
])

const isFrequent = ({ endpoint }: AuditedCall) => frequent.has(`${endpoint.method} ${endpoint.path}`)

/** A caller who was not authenticated. Anyone can send many such calls, which would displace the entries of others. */
const isUnauthenticated = ({ identity, status }: AuditedCall) =>
  status >= 400 && (identity === undefined || status === 403)

const minute = 60_000
const perMinute = 60

/** Passes this number of calls per minute and counts the others. */
function createRateLimit(clock: Clock) {
  let began = Number.NEGATIVE_INFINITY
  let taken = 0
  let refused = 0
  return {
    take: () => {
      if (Math.abs(clock.now() - began) >= minute) {
        began = clock.now()
        taken = 0
      }
      taken += 1
      if (taken > perMinute) refused += 1
      return taken <= perMinute
    },
    /** Calls that were not recorded since the last query. */
    omitted: () => {
      const count = refused
      refused = 0
      return count
    },
  }
}

/** Microseconds since the epoch: `2026-11-21T07:57:39.343207+00:00`. */
const toRfc3339 = (at: number) =>
  new Date(Math.floor(at / 1000)).toISOString().replace('Z', `${String(at % 1000).padStart(3, '0')}+00:00`)
