// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ScrollIntoView } from '../index.ts'

afterEach(() => vi.restoreAllMocks())

test('content is scrolled to when it appears and when the trigger changes, and at no other time', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  const content = (trigger: string, text = trigger) => <ScrollIntoView trigger={trigger}>{text}</ScrollIntoView>
  const { rerender } = render(content('rejected'))
  expect(scroll.mock.contexts).toEqual([screen.getByText('rejected')])
  rerender(content('rejected', 'rejected, with another text'))
  expect(scroll).toHaveBeenCalledTimes(1)
  rerender(content('outdated'))
  expect(scroll).toHaveBeenCalledTimes(2)
})

test('the component unmounts where scrollIntoView returns a promise', () => {
  // The promise of CSSOM View's later drafts; TypeScript's DOM types still say void.
  vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as unknown as undefined)
  const { unmount } = render(<ScrollIntoView trigger="rejected">rejected</ScrollIntoView>)
  expect(unmount).not.toThrow()
})
