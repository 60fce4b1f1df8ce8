import type { Locale } from '../../i18n/index.ts'

/** In English and Chinese. */
export type Text = readonly [en: string, zh: string]

/**
 * A message of the server and its replacement; `$1` is the first group. Without an English text the message itself is
 * shown.
 */
export type Phrase = readonly [pattern: RegExp, zh: string, en?: string]

export const inLanguage = ([en, zh]: Text, locale: Locale): string => (locale === 'zh' ? zh : en)

/** The text of the first matching phrase; undefined without a match. */
export function translate(text: string, phrases: readonly Phrase[], locale: Locale): string | undefined {
  for (const [pattern, zh, en] of phrases) {
    const match = pattern.exec(text)
    if (match)
      return locale === 'en' && en === undefined
        ? match[0]
        : match[0].replace(pattern, locale === 'zh' ? zh : (en ?? ''))
  }
  return undefined
}
