import { useSyncExternalStore } from 'react'
import { createStoredValue } from '../lib/browser/stored-value.ts'
import type { Value } from '../lib/json/value.ts'

export type Locale = 'en' | 'zh'

/** The language of the interface: the stored `language`, otherwise the browser's. Setting it re-renders all texts. */
export const locale: Value<Locale> = createStoredValue<Locale>('language', {
  parse: (text) => (text === 'en' || text === 'zh' ? text : browserLocale(navigatorLanguage())),
  format: (value) => value,
})

export function useLocale(): Locale {
  return useSyncExternalStore(locale.subscribe, locale.get)
}

/** Chinese when the browser's language starts with zh, otherwise English. */
export function browserLocale(language: string): Locale {
  return language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

function navigatorLanguage(): string {
  return typeof navigator === 'undefined' ? 'en' : navigator.language
}
