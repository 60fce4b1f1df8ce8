import { type Fetch, RequestFailure } from './session/session-fetch.ts'

interface Read {
  /** Each caller gets a copy, except of a download. */
  readonly response: Promise<Response>
  readonly stop: () => void
  callers: number
}

/** Files can be large, so they are not copied. */
const isDownload = (response: Response) => response.headers.has('content-disposition')

/**
 * Identical GET requests at the same time are sent once: several parts of a page may need the same list, at different
 * intervals. A request from before a change is not shared with those after it.
 */
export function shareReads(fetch: Fetch): Fetch {
  const reads = new Map<string, Read>()
  let changes = 0

  function start(key: string, url: string, init: Parameters<Fetch>[1]): Read {
    const controller = new AbortController()
    const read: Read = {
      response: fetch(url, { ...init, signal: controller.signal }),
      stop: () => controller.abort(),
      callers: 0,
    }
    const forget = () => {
      if (reads.get(key) === read) reads.delete(key)
    }
    read.response
      .then((response) => (isDownload(response) ? undefined : response.clone().arrayBuffer()))
      .then(forget, forget)
    reads.set(key, read)
    return read
  }

  return async (url, init) => {
    if ((init.method ?? 'GET') !== 'GET') {
      changes += 1
      return fetch(url, init).finally(() => {
        changes += 1
      })
    }
    const { signal } = init
    if (signal?.aborted) throw new RequestFailure('aborted', signal.reason)
    const key = JSON.stringify([changes, url, init.headers])
    const read = reads.get(key) ?? start(key, url, init)
    read.callers += 1
    return new Promise((resolve, reject) => {
      const leave = () => {
        signal?.removeEventListener('abort', abort)
        read.callers -= 1
      }
      const abort = () => {
        leave()
        if (read.callers === 0) {
          reads.delete(key)
          read.stop()
        }
        reject(new RequestFailure('aborted', signal?.reason))
      }
      signal?.addEventListener('abort', abort)
      read.response.then(
        (response) => {
          const isAlone = read.callers === 1
          leave()
          resolve(isDownload(response) && isAlone ? response : response.clone())
        },
        (error: unknown) => {
          leave()
          reject(error)
        },
      )
    })
  }
}
