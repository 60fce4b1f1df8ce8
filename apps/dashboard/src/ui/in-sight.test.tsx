// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { InSight } from './index.ts'

afterEach(() => vi.restoreAllMocks())

test('an answer is scrolled to when it appears and when it is another one, and not for anything else', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  const answer = (about: string, text = about) => <InSight about={about}>{text}</InSight>
  const { rerender } = render(answer('refused'))
  expect(scroll.mock.contexts).toEqual([screen.getByText('refused')])
  rerender(answer('refused', 'refused, in other words'))
  expect(scroll).toHaveBeenCalledTimes(1)
  rerender(answer('outdated'))
  expect(scroll).toHaveBeenCalledTimes(2)
})

test('what was scrolled to can be taken away again where a browser answers with a promise', () => {
  // The promise of CSSOM View's later drafts; TypeScript's DOM types still say void.
  vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as unknown as undefined)
  const { unmount } = render(<InSight about="refused">refused</InSight>)
  expect(unmount).not.toThrow()
})
