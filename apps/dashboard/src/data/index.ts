export { type ChangeDefinition, defineChange, useChange } from './change.ts'
export {
  type Connection,
  ConnectionProvider,
  createConnection,
  signOut,
  useConnection,
  useSession,
} from './connection.tsx'
export { type Continued, defineContinued, useContinued } from './continued.ts'
export { isNotFound, orIfMissing, Refusal, useErrorText, validationProblemOf } from './errors.ts'
export { fetchAll } from './fetch-all.ts'
export { jobMessages } from './job-messages.ts'
export { JobProgress } from './job-progress.tsx'
export type { Job } from './jobs.ts'
export { connectionsText, loadText, NodeMemory, NodeStatus, nodeStatusMessages, nodesQuery } from './nodes.tsx'
export { useOverrideHints } from './overrides.ts'
export {
  type Dated,
  defineQuery,
  type Loaded,
  type QueryDefinition,
  useData,
  useFresh,
  usePreviousAnswer,
} from './query.ts'
export { QueryError, QueryView, StaleNotice } from './query-view.tsx'
export { RefreshControl } from './refresh-control.tsx'
export { useHasRoles, useIsViewer } from './role.ts'
export { useSendFile } from './send-file.ts'
export { createSessionKeeper, type SessionKeeper } from './session.ts'
export { useJobs, useStartJob } from './use-jobs.ts'
export { useTold } from './use-told.ts'
export { openVault } from './vault.ts'
