import type { Locale } from '../../i18n/index.ts'

/** English, Chinese. */
export type Text = readonly [en: string, zh: string]

/** What a server may write, and what is shown instead; `$1` is the first group. Without English the server's own words are good. */
export type Phrase = readonly [pattern: RegExp, zh: string, en?: string]

export const inLanguage = ([en, zh]: Text, locale: Locale): string => (locale === 'zh' ? zh : en)

/** The first phrase that fits, in the language asked for; undefined when none does. */
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
