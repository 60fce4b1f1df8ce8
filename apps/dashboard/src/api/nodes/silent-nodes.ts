import { silentNodesHeader } from '@mqdeck/contract'
import { createValue, type Value } from '../../lib/value.ts'
import type { Fetch } from '../session/session-fetch.ts'

/** A node that the dashboard's server cannot reach, while the rest of the cluster may still report it as running. */
export interface SilentNode {
  readonly node: string
  /** Milliseconds since 1970. */
  readonly since: number
}

export type SilentNodes = Pick<Value<readonly SilentNode[]>, 'get' | 'subscribe'>

/** Reads a header of every response of `fetch`. */
export function watchSilentNodes(fetch: Fetch): { readonly fetch: Fetch; readonly silent: SilentNodes } {
  const silent = createValue<readonly SilentNode[]>([])
  let known = ''
  return {
    silent,
    async fetch(url, init) {
      const response = await fetch(url, init)
      const header = response.headers.get(silentNodesHeader) ?? ''
      if (header !== known) {
        known = header
        silent.set(header.split(',').flatMap(readOne))
      }
      return response
    },
  }
}

function readOne(text: string): readonly SilentNode[] {
  const [node = '', time] = text.trim().split(' ')
  const since = Number(time)
  return node !== '' && Number.isFinite(since) ? [{ node, since }] : []
}
