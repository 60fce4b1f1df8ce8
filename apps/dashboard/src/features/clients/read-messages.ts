import type { Stretch } from '@mqdeck/contract'
import { sizeOfBase64 } from '../../lib/payload.ts'

/** What one "load more" brings. */
export interface Portion<M> {
  readonly items: readonly M[]
  /** Where to go on; undefined at the end of the queue. */
  readonly next: string | undefined
}

export const portionLength = 100
/** Bytes of payloads after which a portion is enough. */
const portionBytes = 1024 ** 2

/**
 * Reads on from a position until a portion is full or the queue ends. The broker cuts an answer short when its payloads
 * get large, and names a position even behind the last message: neither a short answer nor a position tells the end, only
 * an empty answer does.
 */
export async function readPortion<M extends { readonly payload?: string | undefined }>(
  ask: (query: { readonly position?: string; readonly limit: number }) => Promise<Stretch<M>>,
  from: string | undefined,
): Promise<Portion<M>> {
  const items: M[] = []
  let bytes = 0
  let position = from
  for (;;) {
    const limit = portionLength - items.length
    const { data, meta } = await ask(position === undefined ? { limit } : { position, limit })
    items.push(...data)
    bytes += data.reduce((sum, { payload = '' }) => sum + sizeOfBase64(payload), 0)
    const isEnd = data.length === 0 || isNowhere(meta.position) || meta.position === position
    if (isEnd) return { items, next: undefined }
    if (items.length >= portionLength || bytes >= portionBytes) return { items, next: meta.position }
    position = meta.position
  }
}

function isNowhere(position: string | undefined): position is undefined | 'none' | 'end_of_data' {
  return position === undefined || position === 'none' || position === 'end_of_data'
}
