import { readTlsOptions, type TlsSettings } from '@mqdeck/drivers'
import { type Clock, createResource, type Resource } from '@mqdeck/kit'
import { fetchText } from './fetch-text.ts'
import { keysOfSet, type VerifyKey } from './keys.ts'

export interface JwksOptions {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly ssl: TlsSettings
  /** Seconds. */
  readonly refresh_interval: number
  readonly clock: Clock
  /** Folder that relative file names are resolved against. */
  readonly folder: string
}

/** The keys behind an address, kept in memory and fetched again from time to time. */
export interface Jwks extends Pick<Resource<unknown>, 'state' | 'start' | 'stop' | 'onChange'> {
  /** The keys that were fetched last, however long ago. Empty before the first success. */
  readonly keys: () => readonly VerifyKey[]
  /** Fetches the keys, unless the last attempt was a moment ago. Resolves after the attempt, also if it failed. */
  readonly refresh: () => Promise<void>
}

/** Seconds; EMQX asks no more often. */
const shortestInterval = 10
/** Milliseconds. Tokens with invented key ids must not become requests. */
const shortestPause = 10_000
/** Milliseconds after which an endpoint that failed is tried again. */
const maxRetryMs = 15_000
/** Bytes: thousands of keys. */
const maxAnswer = 1024 * 1024

export function createJwks({ endpoint, headers, ssl, refresh_interval, clock, folder }: JwksOptions): Jwks {
  const url = new URL(endpoint)
  const interval = Math.max(refresh_interval, shortestInterval) * 1000
  let keys: readonly VerifyKey[] = []
  let fetchedAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let isWanted = false
  let fetching: Promise<void> | undefined

  const resource = createResource<object>(
    {
      connect: async (signal) => {
        await fetchKeys(signal)
        return {}
      },
      check: async (_, signal) => {
        if (isWanted || clock.now() - fetchedAt >= interval) await fetchKeys(signal)
      },
      close: async () => {},
    },
    { clock, healthInterval: Math.min(interval, maxRetryMs) },
  )

  return {
    state: resource.state,
    start: resource.start,
    stop: resource.stop,
    onChange: resource.onChange,
    keys: () => keys,
    async refresh() {
      if (!fetching && clock.now() - triedAt >= shortestPause) {
        isWanted = true
        resource.suspect()
      }
      // Its failure is the resource's state.
      await fetching?.catch(() => undefined)
    },
  }

  function fetchKeys(signal: AbortSignal): Promise<void> {
    triedAt = clock.now()
    isWanted = false
    fetching = load(signal).finally(() => {
      fetching = undefined
    })
    return fetching
  }

  async function load(signal: AbortSignal): Promise<void> {
    const tls = url.protocol === 'https:' ? await readTlsOptions(ssl, { host: url.hostname, folder }) : undefined
    const text = await fetchText(url, { headers, tls, limit: maxAnswer, signal })
    if (signal.aborted) return
    keys = keysOfSet(parse(text))
    fetchedAt = clock.now()
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('the response is not JSON')
  }
}
