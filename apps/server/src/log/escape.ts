/** Line breaks, control characters, lone surrogates, and characters that are invisible or change the text direction. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/gu
/** Printable ASCII without quote, comma and backslash. */
const simple =
  /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]([\x20\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]*[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e])?$/
/** Needs quotes, because it would look like several values or like none. */
const ambiguous = /[",\\\p{C}\p{Zl}\p{Zp}]|^\s|\s$|^$/u

/** JSON without characters that move the cursor or are invisible. */
export const toJson = (value: unknown): string => JSON.stringify(value).replace(unprintable, escapeCharacter)

/** The text itself if it is unambiguous, otherwise in JSON quotes. */
export const quoteText = (text: string): string => (simple.test(text) || !ambiguous.test(text) ? text : toJson(text))

/** Escapes each code unit. Characters outside the basic plane have two. */
function escapeCharacter(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  }).join('')
}
