import { expect, test } from 'vitest'
import { createInbox } from './inbox.ts'

const numbers = () => createInbox<number>((value) => `#${value}`)

test('takes the oldest matching item and leaves the others unread', async () => {
  const inbox = numbers()
  for (const value of [1, 2, 3, 4]) inbox.push(value)
  expect(await inbox.take((value) => value % 2 === 0, 'an even one')).toBe(2)
  expect(inbox.unread).toEqual([1, 3, 4])
  expect(inbox.all).toEqual([1, 2, 3, 4])
})

test('waits for missing items, and each waiter gets its own item', async () => {
  const inbox = numbers()
  const both = Promise.all([inbox.take(() => true, 'any'), inbox.take(() => true, 'any')])
  inbox.push(1)
  inbox.push(2)
  expect(await both).toEqual([1, 2])
})

test('a failed wait reports what was expected and what arrived instead', async () => {
  const inbox = numbers()
  inbox.push(7)
  await expect(inbox.take((value) => value === 8, 'number 8', 20)).rejects.toThrow(/number 8.*\n {2}#7/)
  inbox.push(8)
  expect(inbox.unread).toEqual([7, 8])
})

test('closing fails pending and later waits, but not existing items', async () => {
  const inbox = numbers()
  const waiting = inbox.take((value) => value === 1, 'number 1')
  inbox.push(2)
  inbox.close('it was closed')
  await expect(waiting).rejects.toThrow('it was closed')
  await expect(inbox.take((value) => value === 1, 'number 1')).rejects.toThrow('it was closed')
  expect(await inbox.take((value) => value === 2, 'number 2')).toBe(2)
})
