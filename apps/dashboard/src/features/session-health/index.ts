/** Sessions with problems, from one scan that the pages share. Used by the list of clients and the overview. */
export { type Finding, type FindingKind, findingsOf } from './findings.ts'
export { messages as sessionHealthMessages } from './messages.ts'
export { SessionRanking } from './ranked-sessions.tsx'
export type { Measure, Ranking, Totals as SessionTotals } from './ranking.ts'
export { ScanStatus } from './scan-bar.tsx'
export type { SessionRow } from './session-row.ts'
export { type SessionScan, useSessionScan } from './use-session-scan.ts'
