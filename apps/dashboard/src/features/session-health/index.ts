/** Sessions with problems, from one scan that the pages share: `useSessionScan().state.ranking`. */
export { SessionRanking } from './ranked-sessions.tsx'
export { ScanStatus } from './scan-bar.tsx'
export { useSessionScan } from './use-session-scan.ts'
