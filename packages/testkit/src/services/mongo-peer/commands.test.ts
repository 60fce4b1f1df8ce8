import { describe, expect, test } from 'vitest'
import { createCollections } from './collections.ts'
import { createCommands } from './commands.ts'
import type { Document } from './frames.ts'

function setUp(...documents: readonly Document[]) {
  const run = createCommands(createCollections())
  const call = (name: string, command: Document = {}): Document => run(name, { [name]: 'c', $db: 'd', ...command })
  if (documents.length > 0) call('insert', { documents })
  const batchOf = (answer: Document): readonly Document[] =>
    (answer.cursor as { readonly firstBatch: readonly Document[] }).firstBatch // of a find or an aggregate
  const find = (filter: Document, more: Document = {}) => batchOf(call('find', { filter, ...more }))
  const ids = (filter: Document, more: Document = {}) => find(filter, more).map(({ _id }) => _id)
  return { call, find, ids, batchOf }
}

describe('the fake MongoDB', () => {
  test.each<readonly [Document, readonly number[]]>([
    [{}, [1, 2, 3]],
    [{ name: 'ann' }, [1]],
    [{ 'at.site': 'north' }, [1, 3]],
    [{ tags: 'b' }, [1, 2]],
    [{ tags: ['b'] }, [2]],
    [{ 'tags.0': 'a' }, [1]],
    [{ name: null }, [3]],
    [{ name: { $exists: true } }, [1, 2]],
    [{ name: { $in: ['ann', /^B/i] } }, [1, 2]],
    [{ name: { $nin: ['ann'] } }, [2, 3]],
    [{ name: { $ne: 'ann' } }, [2, 3]],
    [{ name: { $regex: '^A', $options: 'i' } }, [1]],
    [{ name: { $not: { $regex: 'n' } } }, [2, 3]],
    [{ age: { $gt: 20, $lte: 30 } }, [2]],
    [{ age: { $lt: 'x' } }, []],
    [{ $or: [{ name: 'ann' }, { age: 30 }] }, [1, 2]],
    [{ $and: [{ tags: 'b' }, { age: { $gte: 30 } }] }, [2]],
    [{ $nor: [{ name: 'ann' }, { name: 'bob' }] }, [3]],
    [{ at: { site: 'north' } }, [1, 3]],
  ])('finds by %j', (filter, expected) => {
    const { ids } = setUp(
      { _id: 1, name: 'ann', age: 20, tags: ['a', 'b'], at: { site: 'north' } },
      { _id: 2, name: 'bob', age: 30, tags: ['b'] },
      { _id: 3, at: { site: 'north' } },
    )
    expect(ids(filter)).toEqual(expected)
  })

  test.each<Document>([
    { a: { $like: 'x' } },
    { $where: 'true' },
    { $or: [] },
    { a: { $in: 'x' } },
    { a: { $regex: '(' } },
    { a: { $options: 'i' } },
  ])('rejects %j even without documents', (filter) => {
    expect(() => setUp().find(filter)).toThrow(/./)
  })

  test('sorts, skips, limits and projects fields', () => {
    const { ids, find, call, batchOf } = setUp({ _id: 1, a: 2, b: 1 }, { _id: 2, a: 1, b: 1 }, { _id: 3, a: 3, b: 0 })
    expect(ids({}, { sort: { b: -1, a: 1 } })).toEqual([2, 1, 3])
    expect(ids({}, { sort: { a: -1 }, skip: 1, limit: 1 })).toEqual([1])
    expect(find({ _id: 1 }, { projection: { a: 1 } })).toEqual([{ _id: 1, a: 2 }])
    expect(find({ _id: 1 }, { projection: { a: 0, _id: 0 } })).toEqual([{ b: 1 }])
    const pipeline = [{ $match: { b: 1 } }, { $sort: { a: 1 } }, { $project: { _id: 1 } }]
    expect(batchOf(call('aggregate', { pipeline, cursor: {} }))).toEqual([{ _id: 2 }, { _id: 1 }])
    expect(() => call('aggregate', { pipeline: [{ $lookup: {} }] })).toThrow('Unrecognized pipeline stage')
    expect(call('count', { query: { b: 1 } })).toEqual({ n: 2, ok: 1 })
  })

  test('returns long results in batches', () => {
    const { call } = setUp(...Array.from({ length: 5 }, (_, index) => ({ _id: index })))
    const { cursor } = call('find', { batchSize: 2 })
    expect(cursor).toMatchObject({ firstBatch: [{ _id: 0 }, { _id: 1 }] })
    const { id: getMore } = cursor as { readonly id: unknown } // as just compared
    expect(call('getMore', { getMore, collection: 'c' }).cursor).toMatchObject({
      nextBatch: [{ _id: 2 }, { _id: 3 }, { _id: 4 }],
    })
    expect(() => call('getMore', { getMore })).toThrow('not found')
  })

  test('updates matching documents, or inserts, and rejects a duplicate ID', () => {
    const { call, find } = setUp({ _id: 1, n: 1, old: true })
    const update = (change: Document) => call('update', { updates: [change] })
    expect(update({ q: { _id: 1 }, u: { $set: { a: 'x' }, $inc: { n: 2 }, $unset: { old: 1 } } })).toMatchObject({
      n: 1,
      nModified: 1,
    })
    expect(find({ _id: 1 })).toEqual([{ _id: 1, n: 3, a: 'x' }])
    const added = update({ q: { _id: 2 }, u: { $set: { a: 'y' }, $setOnInsert: { b: 1 } }, upsert: true })
    expect(added).toMatchObject({ n: 1, nModified: 0, upserted: [{ index: 0, _id: 2 }] })
    expect(find({ _id: 2 })).toEqual([{ _id: 2, a: 'y', b: 1 }])
    update({ q: { _id: 2 }, u: { only: 1 } })
    expect(find({ _id: 2 })).toEqual([{ _id: 2, only: 1 }])
    expect(update({ q: { _id: 9 }, u: { a: 1 } })).toMatchObject({ n: 0 })
    expect(() => call('insert', { documents: [{ _id: 2 }] })).toThrow('E11000')
    expect(call('delete', { deletes: [{ q: {}, limit: 1 }] })).toMatchObject({ n: 1 })
    expect(call('delete', { deletes: [{ q: {}, limit: 0 }] })).toMatchObject({ n: 1 })
  })
})
