export { type Presence, pathOf } from './capabilities.ts'
export { type Edition, useEdition } from './capability-edition.ts'
export { EditionHint, useEditionHints } from './capability-hint.tsx'
export { useAskForNeeds, usePresence } from './capability-hooks.ts'
export { type ChangeDefinition, defineChange, useChange } from './change.ts'
export { ClusterDot, ClusterName, ClusterStripe, ProductionTag } from './cluster-mark.tsx'
export { clusterMarkMessages } from './cluster-mark-messages.ts'
export {
  type Connection,
  ConnectionProvider,
  createConnection,
  signOut,
  useConnection,
  useSession,
} from './connection.tsx'
export { type CursorData, defineCursorQuery, useCursorData } from './cursor-query.ts'
export { deployment } from './deployment.ts'
export {
  isNotFound,
  isTimeout,
  LocalizedError,
  orIfMissing,
  useErrorSentence,
  useErrorText,
  useReasonText,
  validationProblemOf,
} from './errors.ts'
export { fetchAll } from './fetch-all.ts'
export { createIdleWatch, type IdleWatch } from './idle.ts'
export {
  type IdleChoice,
  idleChoice,
  idleChoices,
  useIdleChoice,
  useIdleLimit,
  useTokenLifetime,
} from './idle-limit.ts'
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
export {
  MissingOptionsNotice,
  OutageNotice,
  QueryError,
  QueryView,
  RefreshControl,
  StaleNotice,
} from './query-view.tsx'
export { refreshIntervals, usePolling } from './refresh.ts'
export { useHasRoles, useIsViewer } from './role.ts'
export { useSendFile } from './send-file.ts'
export { useServerClockOffset, useServerNow } from './server-time.ts'
export { createSessionKeeper, type SessionKeeper } from './session.ts'
export { SilentNodesNotice, useNodeState } from './silent-nodes-notice.tsx'
export { useJobs, useStartJob } from './use-jobs.ts'
export { useReportedAction } from './use-reported-action.ts'
export { openVault } from './vault.ts'
