import { type Locale, locale, useLocale } from './locale.ts'
import { shared } from './shared.ts'

/** Texts by key: a string, a function of variable parts, or a group of texts. */
export interface MessageTree {
  readonly [name: string]: string | readonly string[] | ((...values: never[]) => string) | MessageTree
}

export type Messages<M extends MessageTree> = Readonly<Record<Locale, M>>

type Shared = typeof shared.en

/** The texts of a screen, and the shared texts that it does not declare itself. */
export type WithShared<M extends MessageTree> = M & Omit<Shared, keyof M>

/**
 * Declares the texts of a screen in both languages. `zh` must have the type of `en`, so that a missing text does not
 * compile.
 */
export function defineMessages<M extends MessageTree>(texts: {
  readonly en: M
  readonly zh: NoInfer<M>
}): Messages<WithShared<M>> {
  return { en: { ...shared.en, ...texts.en }, zh: { ...shared.zh, ...texts.zh } }
}

/**
 * Declares texts that are looked up by a key from the server, without the shared texts, so that an unknown key has no
 * text.
 */
export function defineNames<M extends Readonly<Record<string, string>>>(names: {
  readonly en: M
  readonly zh: NoInfer<M>
}): Messages<M> {
  return names
}

/** The texts in the current language; re-renders when the language changes. */
export function useMessages<M extends MessageTree>(messages: Messages<M>): M {
  return messages[useLocale()]
}

/**
 * The texts in the current language, for code outside of React. Call it when the texts are shown, never at module
 * load.
 */
export function readMessages<M extends MessageTree>(messages: Messages<M>): M {
  return messages[locale.get()]
}

/** `1 rule`, `2 rules`, `1,204 entries`; for English texts, with a number or a formatted number. */
export function plural(count: number | string, one: string, many = `${one}s`): string {
  return `${count} ${String(count) === '1' ? one : many}`
}
