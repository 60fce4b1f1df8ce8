import { isDeepStrictEqual } from 'node:util'
import { ObjectId } from 'bson'
import type { Document } from './frames.ts'
import { isDocument, toPredicate } from './match.ts'
import { refuse } from './refusal.ts'

/** Documents by `database.collection`, in memory. */
export interface Collections {
  documents(name: string): readonly Document[]
  insert(name: string, documents: readonly Document[]): number
  update(name: string, changes: readonly Document[]): Document
  delete(name: string, deletions: readonly Document[]): number
}

export function createCollections(): Collections {
  const all = new Map<string, Document[]>()
  const open = (name: string) => {
    const documents = all.get(name) ?? []
    all.set(name, documents)
    return documents
  }
  return {
    documents: (name) => all.get(name) ?? [],
    insert(name, documents) {
      for (const document of documents) add(open(name), document)
      return documents.length
    },
    update(name, changes) {
      const done = changes.map((change, index) => updateOne(open(name), change, index))
      const upserted = done.flatMap((one) => one.upserted ?? [])
      return {
        n: sum(done.map(({ matched }) => matched)) + upserted.length,
        nModified: sum(done.map(({ matched }) => matched)),
        ...(upserted.length > 0 && { upserted }),
      }
    },
    delete(name, deletions) {
      const documents = open(name)
      return sum(
        deletions.map(({ q, limit }) => {
          const found = documents.filter(toPredicate(filterOf(q)))
          const gone = limit === 1 ? found.slice(0, 1) : found
          for (const one of gone) documents.splice(documents.indexOf(one), 1)
          return gone.length
        }),
      )
    },
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

const filterOf = (value: unknown): Document =>
  isDocument(value) ? value : refuse('BadValue', 'the filter is no document')

function add(documents: Document[], document: Document): Document {
  const made = { ...('_id' in document ? {} : { _id: new ObjectId() }), ...document }
  if (documents.some(({ _id: id }) => isDeepStrictEqual(id, made._id)))
    refuse('DuplicateKey', 'E11000 duplicate key error collection')
  documents.push(made)
  return made
}

interface Updated {
  readonly matched: number
  readonly upserted?: { readonly index: number; readonly _id: unknown }
}

function updateOne(documents: Document[], { q, u, multi, upsert }: Document, index: number): Updated {
  const filter = filterOf(q)
  const change = filterOf(u)
  const fits = toPredicate(filter)
  const found = documents.flatMap((one, place) => (fits(one) ? [place] : []))
  const places = multi === true ? found : found.slice(0, 1)
  for (const place of places) documents[place] = changed(documents[place] ?? {}, change, false)
  if (places.length > 0 || upsert !== true) return { matched: places.length }
  const plain = Object.entries(filter).filter(([name, value]) => !name.startsWith('$') && !isDocument(value))
  const { _id } = add(documents, changed(Object.fromEntries(plain), change, true))
  return { matched: 0, upserted: { index, _id } }
}

/** `$set`, `$unset`, `$inc` and `$setOnInsert` of top-level fields, or a replacement document. */
function changed(document: Document, change: Document, isNew: boolean): Document {
  const operators = Object.entries(change)
  if (!operators.some(([name]) => name.startsWith('$')))
    return { ...('_id' in document && { _id: document._id }), ...change }
  const result = new Map(Object.entries(document))
  for (const [operator, fields] of operators)
    for (const [name, value] of Object.entries(filterOf(fields))) {
      if (operator === '$set' || (operator === '$setOnInsert' && isNew)) result.set(name, value)
      else if (operator === '$unset') result.delete(name)
      else if (operator === '$inc') result.set(name, Number(result.get(name) ?? 0) + Number(value))
      else if (operator !== '$setOnInsert') refuse('BadValue', `Unknown modifier: ${operator}`)
    }
  return Object.fromEntries(result)
}
