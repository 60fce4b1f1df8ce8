import { openStore } from '@mqdeck/kit'
import { createTempFolder } from '@mqdeck/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { openTraceLists } from './trace-lists.ts'

test('a change of the lists applies when it is stored and is kept after a restart', async () => {
  const folder = await createTempFolder()
  onTestFinished(() => folder.remove())
  const store = openStore(folder.path)
  const lists = openTraceLists(store)
  const replaced = lists.replace('clientid', ['b', 'a', 'b'])
  expect(lists.list('clientid')).toEqual([])
  expect(lists.hasClient('a')).toBe(false)
  await replaced
  expect(lists.list('clientid')).toEqual(['a', 'b'])
  expect(lists.hasClient('a')).toBe(true)
  await store.close()

  const again = openStore(folder.path)
  onTestFinished(() => again.close())
  expect(openTraceLists(again).list('clientid')).toEqual(['a', 'b'])
})
