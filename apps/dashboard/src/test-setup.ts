import { afterEach, beforeEach } from 'vitest'
import { knownTexts } from './api/errors/known-texts.ts'

await knownTexts
if (typeof window !== 'undefined') await prepareWindow()

/** Test files share their modules and may share a window, so each test resets the stored state. */
async function prepareWindow() {
  const { cleanup, configure, getConfig } = await import('@testing-library/react')
  const { refreshChoice } = await import('./api/refresh.ts')
  const { locale } = await import('./i18n/index.ts')
  const { forgetNotifications, forgetQuestion } = await import('./ui/index.ts')
  // The default of one second is too short on a busy machine. Failing tests only take longer.
  configure({ asyncUtilTimeout: 45_000, getElementError: withLazyMessage(getConfig().getElementError) })
  completeWindow()
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    locale.set('en')
    // No automatic refresh.
    refreshChoice.set(0)
  })
  afterEach(() => {
    cleanup()
    forgetNotifications()
    forgetQuestion()
  })
}

type CreateError = (message: string | null, container: Element) => Error

/** The message has the whole page as text. A wait discards one such error per attempt, so the text is created when it is read. */
function withLazyMessage(createError: CreateError): CreateError {
  return (message, container) =>
    Object.defineProperties(new Error(), {
      // With this name, a wait reports the line of the test.
      name: { value: 'TestingLibraryElementError' },
      message: { configurable: true, get: () => createError(message, container).message },
    })
}

/** jsdom has none of these; Mantine reads the first and measures with the second, forms observe their sections. */
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

  window.IntersectionObserver ??= class {
    root = null
    rootMargin = ''
    scrollMargin = ''
    thresholds = []
    readonly #report: IntersectionObserverCallback
    constructor(report: IntersectionObserverCallback) {
      this.#report = report
    }
    /** Nothing has a place here, so all is visible. */
    observe(target: Element) {
      const area = target.getBoundingClientRect()
      const entry = { target, isIntersecting: true, intersectionRatio: 1, time: 0, rootBounds: null }
      this.#report([{ ...entry, boundingClientRect: area, intersectionRect: area }], this)
    }
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return []
    }
  }

  Element.prototype.scrollIntoView ??= () => {}

  // jsdom has it and complains on each call; the router calls it after a navigation.
  window.scrollTo = () => {}
}
