import type { Locale } from '../../i18n/index.ts'

type Translate = (text: string, locale: Locale) => string | undefined

const nothing: Translate = () => undefined
let known = { message: nothing, reason: nothing }

/**
 * The tables are 12 kB and are not loaded with the first page. Until they are loaded, or if loading fails, the
 * headline of the code and the server's own message are shown.
 */
export const knownTexts: Promise<void> = import('./translations.ts').then(
  ({ translateMessage: message, translateReason: reason }) => {
    known = { message, reason }
  },
  () => {},
)

export const translateMessage: Translate = (message, locale) => known.message(message, locale)

export const translateReason: Translate = (reason, locale) => known.reason(reason, locale)
