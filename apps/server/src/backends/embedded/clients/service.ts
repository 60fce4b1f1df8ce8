import type { Broker, ClientView } from '@mqdeck/broker'
import type { ClientCursorQuery } from '@mqdeck/contract'
import { decodeCursor, encodeCursor } from './client-cursor.ts'
import { clientTests } from './client-filter.ts'
import { createClientIndex } from './client-index.ts'
import { filter } from '../filter.ts'

export interface WalkStep {
  readonly rows: readonly ClientView[]
  /** Cursor of the next page. Undefined after the last client. */
  readonly cursor: string | undefined
}

/** One page of the clients that match the filters, sorted by ID. */
export function createClientWalk(broker: Broker): (query: ClientCursorQuery) => Promise<WalkStep> {
  const index = createClientIndex(broker)

  function* views(ids: Iterable<string>): Generator<ClientView> {
    for (const id of ids) {
      const view = broker.client(id)
      if (view) yield view
    }
  }

  return async (query) => {
    const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor)
    const ids = query.clientid ? chosenIds(query.clientid, after) : index.idsAfter(after)
    const rows: ClientView[] = []
    for (const view of filter(views(ids), clientTests(query))) {
      if (broker.turn.spend()) await broker.turn.next()
      if (!view) continue
      const last = rows.at(-1)
      if (rows.length === query.limit && last) return { rows, cursor: encodeCursor(last.info.clientId) }
      rows.push(view)
    }
    return { rows, cursor: undefined }
  }
}

/** Given IDs need no index. */
const chosenIds = (ids: readonly string[], after: string | undefined) =>
  [...new Set(ids)].sort().filter((id) => after === undefined || id > after)
