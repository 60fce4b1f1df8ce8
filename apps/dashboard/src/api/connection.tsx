import { type Call, createCall, logout } from '@mqdeck/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { forgetNotifications, forgetQuestion, ServerOffsetContext } from '../ui/index.ts'
import { type Capabilities, createCapabilities } from './capabilities/capabilities.ts'
import { deployment } from './deployment/deployment.ts'
import { isTransient } from './errors/errors.ts'
import { createJobs, type Jobs } from './jobs/jobs.ts'
import { type PendingChange, watchChanges } from './nodes/pending-change.ts'
import { type SilentNodes, type StoredAt, watchSilentNodes } from './nodes/silent-nodes.ts'
import { createReach, type Outage, type Reach, watchReach, watchReturn } from './query-reach.ts'
import { type ServerClock, watchClock } from './server-clock.ts'
import type { Session, SessionKeeper } from './session/session.ts'
import { createSessionFetch, type Fetch } from './session/session-fetch.ts'
import { shareReads } from './shared-reads.ts'

/** The connection of the page to the broker, created in `app/main.tsx` and by tests, used through the hooks below. */
export interface Connection {
  /** `call(getNode, { params: { node } })` */
  readonly call: Call
  readonly session: SessionKeeper
  readonly queries: QueryClient
  readonly jobs: Jobs
  /** The API paths that the broker supports. */
  readonly capabilities: Capabilities
  readonly outage: Reach['outage']
  readonly clock: ServerClock
  readonly silent: SilentNodes
  /** Time of the stored answers that the page shows, because the cluster waits for a silent node. */
  readonly storedAt: StoredAt
  /** When the oldest change without an answer was sent, in milliseconds since 1970. */
  readonly pendingChange: PendingChange
  /** Revokes the token of a session that has ended here. */
  readonly leave: (session: Session) => Promise<unknown>
}

export function createConnection({
  session,
  fetch = (url, init) => globalThis.fetch(url, init),
  timeout,
}: {
  readonly session: SessionKeeper
  readonly fetch?: Fetch
  readonly timeout?: number
}): Connection {
  const queries = createQueryClient()
  const capabilities = createCapabilities(session)
  const reach = createReach()
  watchReturn(reach)
  const reached = watchReach(createSessionFetch(fetch, session, timeout), reach)
  const { fetch: noted, silent, storedAt } = watchSilentNodes(reached)
  const { fetch: timed, clock } = watchClock(noted)
  const changes = watchChanges(timed)
  const call = createCall({
    baseUrl: deployment.apiUrl,
    fetch: shareReads(observed(withoutAbsent(changes.fetch), capabilities)),
    token: () => session.current.get()?.token,
  })
  const jobs = createJobs()
  const leave = ({ username, token }: Session) =>
    createCall({ baseUrl: deployment.apiUrl, fetch, token: () => token })(logout, {
      body: { username },
      signal: AbortSignal.timeout(3000),
    })
  // The data and notifications of one user must not be shown to the next one, and jobs must not continue under another name.
  session.onEnd(() => {
    jobs.clear()
    forgetNotifications()
    forgetQuestion()
    queries.clear()
  })
  return {
    call,
    session,
    queries,
    jobs,
    capabilities,
    outage: reach.outage,
    clock,
    silent,
    storedAt,
    pendingChange: changes.pending,
    leave,
  }
}

const apiPath = '/api/v5'

/** Answers requests to paths that the server does not have, because the browser would report each as an error. */
function withoutAbsent(fetch: Fetch): Fetch {
  return async (url, init) => {
    const path = url.slice(deployment.apiUrl.length).split('?', 1)[0] ?? ''
    return deployment.isAbsent(path)
      ? Response.json({ code: 'NOT_FOUND', message: 'Not found' }, { status: 404 })
      : fetch(url, init)
  }
}

function observed(fetch: Fetch, { observe }: Capabilities): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init)
    const start = url.indexOf(`${apiPath}/`)
    if (start !== -1) observe(init.method ?? 'GET', url.slice(start + apiPath.length), response.status)
    return response
  }
}

/** Ends the session here immediately and revokes the token on the server, if it is reachable. */
export async function signOut({ session, leave }: Connection, why: 'logout' | 'idle' = 'logout'): Promise<void> {
  const ended = session.current.get()
  if (!ended) return
  // The session ends here first: otherwise requests of the page in between would fail with an expired login.
  session.end(why)
  try {
    await leave(ended)
  } catch {
    // The session has ended here even if the server does not answer; the token expires on its own.
  }
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A broker on this machine or in a closed network works without internet access.
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && isTransient(error),
        retryDelay: 1000,
        staleTime: 1000,
        refetchOnWindowFocus: ({ state }) => state.isInvalidated,
        refetchOnReconnect: ({ state }) => state.status === 'error',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

const ConnectionContext = createContext<Connection | undefined>(undefined)

export function ConnectionProvider({
  connection,
  children,
}: {
  readonly connection: Connection
  readonly children: ReactNode
}) {
  return (
    <ConnectionContext value={connection}>
      <ServerOffsetContext value={connection.clock}>
        <QueryClientProvider client={connection.queries}>{children}</QueryClientProvider>
      </ServerOffsetContext>
    </ConnectionContext>
  )
}

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('ConnectionProvider is missing above this component')
  return connection
}

export function useCall(): Call {
  return useConnection().call
}

/** The current session; undefined on the login page and after it has ended. */
export function useSession(): Session | undefined {
  const { current } = useConnection().session
  return useSyncExternalStore(current.subscribe, current.get)
}

/** The current outage of the server. */
export function useOutage(): Outage | undefined {
  const { outage } = useConnection()
  return useSyncExternalStore(outage.subscribe, outage.get)
}
