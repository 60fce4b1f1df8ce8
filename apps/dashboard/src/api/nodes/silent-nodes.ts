import { silentNodesHeader, storedAnswerHeader } from '@mqdeck/contract'
import { createValue, type Value } from '../../lib/json/value.ts'
import { type Fetch, RequestFailure } from '../session/session-fetch.ts'

/** A node that the dashboard's server cannot reach, while the rest of the cluster may still report it as running. */
export interface SilentNode {
  readonly node: string
  /** Milliseconds since 1970. */
  readonly since: number
}

export type SilentNodes = Pick<Value<readonly SilentNode[]>, 'get' | 'subscribe'>

/** Milliseconds since 1970. */
export type StoredAt = Pick<Value<number | undefined>, 'get' | 'subscribe'>

interface WatchedNodes {
  readonly fetch: Fetch
  readonly silent: SilentNodes
  readonly storedAt: StoredAt
}

/** Reads headers of every response of `fetch`, and names the silent nodes in timeouts. */
export function watchSilentNodes(fetch: Fetch): WatchedNodes {
  const silent = createValue<readonly SilentNode[]>([])
  const storedAt = createValue<number | undefined>(undefined)
  let known = ''
  return {
    silent,
    storedAt,
    async fetch(url, init) {
      const response = await fetch(url, init).catch((error: unknown) => {
        const isSlow = error instanceof RequestFailure && error.kind === 'timeout'
        throw isSlow
          ? new RequestFailure('timeout', error.cause, {
              nodes: silent.get().map(({ node }) => node),
              isChange: (init.method ?? 'GET') !== 'GET',
            })
          : error
      })
      const header = response.headers.get(silentNodesHeader) ?? ''
      if (header !== known) {
        known = header
        silent.set(header.split(',').flatMap(readOne))
      }
      const time = Number(response.headers.get(storedAnswerHeader) ?? Number.NaN)
      if (header === '') storedAt.set(undefined)
      else if (!Number.isNaN(time)) storedAt.set(time)
      return response
    },
  }
}

function readOne(text: string): readonly SilentNode[] {
  const [node = '', time] = text.trim().split(' ')
  const since = Number(time)
  return node !== '' && Number.isFinite(since) ? [{ node, since }] : []
}
