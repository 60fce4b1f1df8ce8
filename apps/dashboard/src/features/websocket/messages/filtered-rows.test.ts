import { expect, test } from 'vitest'
import type { NewMessage } from '../index.ts'
import { allRows, createFilteredRows, freezeRows, type MessageRows } from './filtered-rows.ts'
import { type MessageFilter, noFilter, toPredicate } from './message-filter.ts'
import { createMessageLog, type LoggedMessage } from './message-log.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const message = (changes: Partial<NewMessage> = {}): NewMessage => ({
  at: 0,
  direction: 'in',
  topic: 't',
  payload: encode('x'),
  qos: 0,
  retain: false,
  dup: false,
  ...changes,
})
const small = () => createMessageLog({ limits: { messages: 10, bytes: 1000 }, schedule: (notify) => notify() })
const seqs = (rows: MessageRows) => Array.from({ length: rows.count }, (_, index) => rows.at(index))
const passes = (filter: Partial<MessageFilter>, about: Partial<NewMessage>) => {
  const keeps = toPredicate({ ...noFilter, ...filter })
  return keeps?.({ ...message(about), seq: 0 } as LoggedMessage) ?? true
}

test('matches earlier and later messages and removes those that the log drops', () => {
  const log = small()
  for (let count = 0; count < 6; count++) log.add(message({ qos: count % 2 === 0 ? 0 : 1 }))
  const filtered = createFilteredRows(log, ({ qos }) => qos === 1)
  expect(filtered.advance(10)).toBe(true)
  expect(seqs(filtered.rows())).toEqual([1, 3, 5])
  for (let count = 6; count < 14; count++) log.add(message({ qos: count % 2 === 0 ? 0 : 1 }))
  filtered.advance(10)
  expect(seqs(filtered.rows())).toEqual([5, 7, 9, 11, 13])
})

test('stops after its time budget and continues from there', () => {
  const log = createMessageLog({ schedule: (notify) => notify() })
  for (let count = 0; count < 1000; count++) log.add(message())
  let clock = 0
  const filtered = createFilteredRows(
    log,
    () => true,
    () => clock++,
  )
  expect(filtered.advance(1)).toBe(false)
  expect(filtered.rows().count).toBeLessThan(1000)
  while (!filtered.advance(1));
  expect(filtered.rows().count).toBe(1000)
})

test('frozen rows do not change with the log', () => {
  const log = small()
  for (let count = 0; count < 12; count++) log.add(message())
  const rows = freezeRows(allRows(log))
  log.add(message())
  expect(seqs(rows)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(log.at(rows.at(0))).toBeUndefined()
})

test('a filter matches topic, text, direction, QoS and retained', () => {
  expect(toPredicate(noFilter)).toBeUndefined()
  expect(passes({ topic: 'a/+' }, { topic: 'a/b' })).toBe(true)
  expect(passes({ topic: '$share/g/a/+' }, { topic: 'a/b' })).toBe(true)
  expect(passes({ topic: 'a/+' }, { topic: 'b' })).toBe(false)
  expect(passes({ text: 'HOT' }, { payload: encode('{"state":"hot"}') })).toBe(true)
  expect(passes({ text: '温' }, { payload: encode('温度') })).toBe(true)
  expect(passes({ text: 'json' }, { properties: { contentType: 'application/json' } })).toBe(true)
  expect(passes({ text: 'u1' }, { properties: { userProperties: [{ name: 'unit', value: 'U1' }] } })).toBe(true)
  expect(passes({ text: 'cold' }, { topic: 'x' })).toBe(false)
  expect(passes({ direction: 'out' }, {})).toBe(false)
  expect(passes({ qos: 1 }, { qos: 1 })).toBe(true)
  expect(passes({ retained: true }, {})).toBe(false)
})
