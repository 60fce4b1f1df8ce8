export { type Presence, pathOf } from './capabilities/capabilities.ts'
export type { Edition } from './capabilities/edition.ts'
export { EditionHint, useEditionHints } from './capabilities/hint.tsx'
export { useAddition, useAdditions, useAskForNeeds, usePresence } from './capabilities/hooks.ts'
export { useEdition } from './capabilities/use-edition.ts'
export { type ChangeDefinition, defineChange, useChange } from './change.ts'
export { useConfirmAction } from './confirm-action.tsx'
export { useConfirmJob } from './confirm-job.ts'
export {
  type Connection,
  ConnectionProvider,
  createConnection,
  signOut,
  useConnection,
  useSession,
} from './connection.tsx'
export { type ContractForm, FormBody, useContractForm } from './contract-form.tsx'
export { type CursorData, defineCursorQuery, useCursorData } from './cursor-query.ts'
export { ClusterDot, ClusterName, ClusterStripe, ProductionTag } from './deployment/cluster-mark.tsx'
export { clusterMarkMessages } from './deployment/cluster-mark-messages.ts'
export { deployment } from './deployment/deployment.ts'
export { DetailPage } from './detail-page.tsx'
export {
  isForbidden,
  isNotFound,
  isTimeout,
  LocalizedError,
  orIfMissing,
  useErrorSentence,
  useErrorText,
  useReasonText,
  validationProblemOf,
} from './errors/errors.ts'
export { fetchAll } from './fetch-all.ts'
export type { Job } from './jobs/jobs.ts'
export { jobMessages } from './jobs/messages.ts'
export { JobProgress } from './jobs/progress.tsx'
export { useJobs, useStartJob } from './jobs/use-jobs.ts'
export { connectionsText, loadText, NodeMemory, NodeStatus, nodeStatusMessages, nodesQuery } from './nodes/nodes.tsx'
export { SilentNodesNotice, useNodeState } from './nodes/silent-nodes-notice.tsx'
export { WaitingClusterNotice } from './nodes/waiting-cluster.tsx'
export { OrderedPage } from './ordered-page.tsx'
export { useOverrideHints } from './overrides.ts'
export {
  type PagedList,
  PagedTable,
  type Paging,
  pageSearch,
  QueryTable,
  type RowPage,
  usePagedList,
  usePagesOf,
} from './paged-list.tsx'
export {
  type Dated,
  defineQuery,
  type Loaded,
  type QueryDefinition,
  useData,
  useFresh,
  usePreviousAnswer,
  useRecentAnswers,
} from './query.ts'
export {
  MissingOptionsNotice,
  OutageNotice,
  QueryError,
  QueryView,
  StaleNotice,
} from './query-view.tsx'
export { ReadOnlyNote } from './read-only-note.tsx'
export { refreshIntervals, usePolling } from './refresh.ts'
export { RefreshControl } from './refresh-control.tsx'
export { ResourceButtons } from './resource-buttons.tsx'
export { useHasRoles, useIsViewer } from './role.ts'
export { useRowActions } from './row-actions.tsx'
export { useSendFile } from './send-file.ts'
export { useServerClockOffset, useServerNow } from './server-time.ts'
export { createIdleWatch, type IdleWatch } from './session/idle.ts'
export {
  type IdleChoice,
  idleChoice,
  idleChoices,
  useIdleChoice,
  useIdleLimit,
  useTokenLifetime,
} from './session/idle-limit.ts'
export { createSessionKeeper, type SessionKeeper } from './session/session.ts'
export { openVault } from './session/vault.ts'
export { useConfirmDeletion, useDelete } from './use-delete.tsx'
export { useEnabling } from './use-enabling.ts'
export { type Moved, useOrder } from './use-order.ts'
export { useReportedAction } from './use-reported-action.ts'
export { useStable } from './use-stable.ts'
