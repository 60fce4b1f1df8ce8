export { defineChange, useChange } from './change.ts'
export {
  type Connection,
  ConnectionProvider,
  createConnection,
  signOut,
  useConnection,
  useSession,
} from './connection.tsx'
export { type Continued, defineContinued, useContinued } from './continued.ts'
export { isNotFound, useErrorText } from './errors.ts'
export { connectionsText, loadText, NodeMemory, NodeStatus, nodeStatusMessages, nodesQuery } from './nodes.tsx'
export { type Dated, defineQuery, type Loaded, useData, usePreviousAnswer } from './query.ts'
export { QueryError, QueryView, StaleNotice } from './query-view.tsx'
export { RefreshControl } from './refresh-control.tsx'
export { createSessionKeeper, type SessionKeeper } from './session.ts'
export { openVault } from './vault.ts'
