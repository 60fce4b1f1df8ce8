import { type Call, createCall, logout } from '@mqdeck/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { forgetNotifications } from '../ui/index.ts'
import { isTransient } from './errors.ts'
import { createJobs, type Jobs } from './jobs.ts'
import type { Session, SessionKeeper } from './session.ts'
import { createSessionFetch, type Fetch } from './session-fetch.ts'

/** The page's one line to the broker; made in `app/main.tsx` and by tests, reached with the hooks below. */
export interface Connection {
  /** `call(getNode, { params: { node } })` */
  readonly call: Call
  readonly session: SessionKeeper
  readonly queries: QueryClient
  readonly jobs: Jobs
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
  const call = createCall({
    fetch: createSessionFetch(fetch, session, timeout),
    token: () => session.current.get()?.token,
  })
  const jobs = createJobs()
  // What one user was shown must not flash up for the next one, nor may it go on in the other's name.
  session.onEnd(() => {
    jobs.clear()
    forgetNotifications()
    queries.clear()
  })
  return { call, session, queries, jobs }
}

/** Tells the server, then ends the session here in any case. Requests in flight are aborted first. */
export async function signOut({ call, session, queries }: Connection): Promise<void> {
  const username = session.current.get()?.username
  if (username === undefined) return
  session.abortRequests()
  await queries.cancelQueries()
  try {
    await call(logout, { body: { username }, signal: AbortSignal.timeout(3000) })
  } catch {
    // A server that does not answer cannot keep anyone signed in here; the token runs out by itself.
  } finally {
    session.end('logout')
  }
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A broker on this machine or in a closed network answers without any internet.
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && isTransient(error),
        retryDelay: 1000,
        staleTime: 1000,
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
      <QueryClientProvider client={connection.queries}>{children}</QueryClientProvider>
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

/** Who is signed in; undefined on the login page and after the session's end. */
export function useSession(): Session | undefined {
  const { current } = useConnection().session
  return useSyncExternalStore(current.subscribe, current.get)
}
