import type { AuditEntry } from '@mqdeck/contract'

/** A row of the table: an entry, and how many sign-ins it stands for. */
export interface AuditRow extends AuditEntry {
  readonly folded: number
}

/** Consecutive sign-ins of one user with the same result are one row, the newest of them: they would hide the changes. */
export function foldSignIns(entries: readonly AuditEntry[]): readonly AuditRow[] {
  const rows: AuditRow[] = []
  for (const entry of entries) {
    const last = rows.at(-1)
    if (last && isSameSignIn(last, entry)) rows[rows.length - 1] = { ...last, folded: last.folded + 1 }
    else rows.push({ ...entry, folded: 1 })
  }
  return rows
}

const isSameSignIn = (a: AuditEntry, b: AuditEntry): boolean =>
  a.operation_id === '/login' &&
  b.operation_id === '/login' &&
  a.source === b.source &&
  a.source_ip === b.source_ip &&
  a.operation_result === b.operation_result
