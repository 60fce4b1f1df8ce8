import { type Locale, locale, useLocale } from './locale.ts'
import { shared } from './shared.ts'

/** Texts by name: a string, a function of what varies, or a group of these. */
export interface MessageTree {
  readonly [name: string]: string | readonly string[] | ((...values: never[]) => string) | MessageTree
}

export type Messages<M extends MessageTree> = Readonly<Record<Locale, M>>

type Shared = typeof shared.en

/** The texts of a screen, and those of `shared` that it does not declare itself. */
export type WithShared<M extends MessageTree> = M & Omit<Shared, keyof M>

/** Declares the texts of a screen in both languages. `zh` has the type of `en`, so that a missing text does not compile. */
export function defineMessages<M extends MessageTree>(texts: {
  readonly en: M
  readonly zh: NoInfer<M>
}): Messages<WithShared<M>> {
  return { en: { ...shared.en, ...texts.en }, zh: { ...shared.zh, ...texts.zh } }
}

/** Declares texts that are looked up by a name from the server, so that no shared text answers for an unknown name. */
export function defineNames<M extends Readonly<Record<string, string>>>(names: {
  readonly en: M
  readonly zh: NoInfer<M>
}): Messages<M> {
  return names
}

/** The texts in the user's language; re-renders when the language changes. */
export function useMessages<M extends MessageTree>(messages: Messages<M>): M {
  return messages[useLocale()]
}

/** The texts in the user's language, for code outside of React. Read them when they are shown, never at module load. */
export function readMessages<M extends MessageTree>(messages: Messages<M>): M {
  return messages[locale.get()]
}

/** `1 rule`, `2 rules`, `1,204 entries`; for English texts, with a number or one that is formatted already. */
export function plural(count: number | string, one: string, many = `${one}s`): string {
  return `${count} ${String(count) === '1' ? one : many}`
}
