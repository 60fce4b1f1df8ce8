import { Long } from 'bson'
import type { Collections } from './collections.ts'
import type { Document } from './frames.ts'
import { isDocument, toPredicate } from './match.ts'
import { refuse } from './refusal.ts'

/** Default number of documents in the first batch. */
const usualBatch = 101

/** Commands on documents. */
export function createCommands(collections: Collections) {
  const cursors = new Map<number, { readonly namespace: string; rest: readonly Document[] }>()
  let lastCursor = 0

  const openCursor = (namespace: string, found: readonly Document[], size: unknown, isSingle = false) => {
    const count = typeof size === 'number' ? size : usualBatch
    const [firstBatch, rest] = [found.slice(0, count), isSingle ? [] : found.slice(count)]
    let id = 0
    if (rest.length > 0) {
      lastCursor += 1
      id = lastCursor
      cursors.set(id, { namespace, rest })
    }
    return { cursor: { firstBatch, id: Long.fromNumber(id), ns: namespace }, ok: 1 }
  }

  return (name: string, command: Document): Document => {
    const namespace = `${String(command.$db)}.${String(command[name])}`
    switch (name) {
      case 'find': {
        const { filter, sort, skip, limit, projection, batchSize, singleBatch } = command
        const stages: Document[] = [
          { $match: filter ?? {} },
          ...(isDocument(sort) ? [{ $sort: sort }] : []),
          ...(skip ? [{ $skip: skip }] : []),
          ...(limit ? [{ $limit: limit }] : []),
          ...(isDocument(projection) && Object.keys(projection).length > 0 ? [{ $project: projection }] : []),
        ]
        return openCursor(namespace, pipe(collections.documents(namespace), stages), batchSize, singleBatch === true)
      }
      case 'aggregate': {
        const { pipeline, cursor } = command
        const stages = documentsOf(pipeline)
        const size = isDocument(cursor) ? cursor.batchSize : undefined
        return openCursor(namespace, pipe(collections.documents(namespace), stages), size)
      }
      case 'count': {
        const { query, skip, limit } = command
        const found = collections.documents(namespace).filter(toPredicate(documentOf(query ?? {})))
        const from = Number(skip ?? 0)
        return { n: found.slice(from, limit ? from + Number(limit) : undefined).length, ok: 1 }
      }
      case 'getMore': {
        const id = Number(command.getMore)
        const cursor = cursors.get(id)
        if (!cursor) return refuse('CursorNotFound', `cursor id ${id} not found`)
        const count = typeof command.batchSize === 'number' ? command.batchSize : usualBatch
        const nextBatch = cursor.rest.slice(0, count)
        cursor.rest = cursor.rest.slice(count)
        const isDone = cursor.rest.length === 0
        if (isDone) cursors.delete(id)
        return { cursor: { nextBatch, id: Long.fromNumber(isDone ? 0 : id), ns: cursor.namespace }, ok: 1 }
      }
      case 'killCursors': {
        const ids = Array.isArray(command.cursors) ? command.cursors : []
        const cursorsKilled = ids.filter((id) => cursors.delete(Number(id)))
        return { cursorsKilled, cursorsNotFound: [], cursorsAlive: [], cursorsUnknown: [], ok: 1 }
      }
      case 'insert':
        return { n: collections.insert(namespace, documentsOf(command.documents)), ok: 1 }
      case 'update':
        return { ...collections.update(namespace, documentsOf(command.updates)), ok: 1 }
      case 'delete':
        return { n: collections.delete(namespace, documentsOf(command.deletes)), ok: 1 }
      default:
        return refuse('CommandNotFound', `no such command: '${name}'`)
    }
  }
}

const documentOf = (value: unknown): Document => (isDocument(value) ? value : refuse('BadValue', 'not a document'))

const documentsOf = (value: unknown): readonly Document[] =>
  Array.isArray(value) ? value.map(documentOf) : refuse('BadValue', 'not a list of documents')

/** Pipeline stages that correspond to `find`. */
function pipe(documents: readonly Document[], stages: readonly Document[]): readonly Document[] {
  return stages.reduce((left, stage) => {
    const [[name, value] = ['', undefined]] = Object.entries(stage)
    switch (name) {
      case '$match':
        return left.filter(toPredicate(documentOf(value)))
      case '$skip':
        return left.slice(Number(value))
      case '$limit':
        return left.slice(0, Number(value))
      case '$sort':
        return sorted(left, documentOf(value))
      case '$project':
        return left.map((one) => project(one, documentOf(value)))
      default:
        return refuse('Location40324', `Unrecognized pipeline stage name: '${name}'`)
    }
  }, documents)
}

function sorted(documents: readonly Document[], by: Document): readonly Document[] {
  const keys = Object.entries(by)
  return [...documents].sort((left, right) => {
    for (const [name, direction] of keys) {
      const [a, b] = [left[name], right[name]].map((value) => (typeof value === 'number' ? value : String(value)))
      if (a !== b && a !== undefined && b !== undefined) return a < b ? -Number(direction) : Number(direction)
    }
    return 0
  })
}

/** Projection of top-level fields: included or excluded ones. `_id` is included by default. */
function project(document: Document, projection: Document): Document {
  const { _id: wantsId = true, ...fields } = projection
  const wanted = Object.values(fields)
  const isInclusion = wanted.length > 0 ? wanted.some(Boolean) : Boolean(projection._id)
  return Object.fromEntries(
    Object.entries(document).filter(([name]) => {
      if (name === '_id') return Boolean(wantsId)
      return isInclusion ? Boolean(fields[name]) : !(name in fields)
    }),
  )
}
