import type { PositionPage } from '@mqdeck/contract'
import { sizeOfBase64 } from '../../../lib/payload/payload.ts'

/** The result of one “Load more”. */
export interface MessagePortion<M> {
  readonly items: readonly M[]
  /** Position to continue from; undefined at the end of the queue. */
  readonly next: string | undefined
}

export const portionLength = 100
/** Bytes of payloads after which a portion ends. */
const maxPortionBytes = 1024 ** 2

/**
 * Reads from a position until a portion is full or the queue ends. The broker returns fewer messages when their payloads are
 * large, and a position even after the last message. Only an empty response marks the end of the queue.
 */
export async function readPortion<M extends { readonly payload?: string | undefined }>(
  load: (query: { readonly position?: string; readonly limit: number }) => Promise<PositionPage<M>>,
  from: string | undefined,
): Promise<MessagePortion<M>> {
  const items: M[] = []
  let bytes = 0
  let position = from
  for (;;) {
    const limit = portionLength - items.length
    const { data, meta } = await load(position === undefined ? { limit } : { position, limit })
    items.push(...data)
    bytes += data.reduce((sum, { payload = '' }) => sum + sizeOfBase64(payload), 0)
    const isEnd = data.length === 0 || isNoPosition(meta.position) || meta.position === position
    if (isEnd) return { items, next: undefined }
    if (items.length >= portionLength || bytes >= maxPortionBytes) return { items, next: meta.position }
    position = meta.position
  }
}

function isNoPosition(position: string | undefined): position is undefined | 'none' | 'end_of_data' {
  return position === undefined || position === 'none' || position === 'end_of_data'
}
