// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { locale } from './locale.ts'
import { defineMessages, readMessages, useMessages } from './messages.ts'

const texts = defineMessages({
  en: { title: 'Nodes', count: (n: number) => `${n} nodes`, group: { up: 'Running' } },
  zh: { title: '节点', count: (n) => `${n} 个节点`, group: { up: '运行中' } },
})

afterEach(() => locale.set('en'))

test('changing the language changes the texts on the page and is remembered', () => {
  locale.set('en')
  const { result } = renderHook(() => useMessages(texts))
  expect(result.current.count(2)).toBe('2 nodes')
  act(() => locale.set('zh'))
  expect(result.current.count(2)).toBe('2 个节点')
  expect(readMessages(texts).group.up).toBe('运行中')
  expect(localStorage.getItem('language')).toBe('zh')
})

test('a missing Chinese text does not compile', () => {
  // @ts-expect-error: `title` has no Chinese
  defineMessages({ en: { title: 'Nodes' }, zh: {} })
})
