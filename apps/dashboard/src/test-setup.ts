import { afterEach } from 'vitest'

if (typeof window !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  // One second, as it is by default, is short on a busy machine: what does not come still fails, only later.
  configure({ asyncUtilTimeout: 5000 })
}

afterEach(async () => {
  if (typeof window === 'undefined') return
  const { cleanup } = await import('@testing-library/react')
  cleanup()
})

if (typeof window !== 'undefined') completeWindow()

/** jsdom has none of these; Mantine reads the first and measures with the second. */
function completeWindow() {
  window.matchMedia ??= (media) => ({
    matches: false,
    media,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  })

  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }

  Element.prototype.scrollIntoView ??= () => {}

  // jsdom has it and complains on each call; the router calls it after a navigation.
  window.scrollTo = () => {}
}
