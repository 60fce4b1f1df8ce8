/** Line breaks, control characters, halves of characters and what turns the direction of text or cannot be seen. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/gu
/** Printable ASCII without quote, comma and backslash. */
const simple =
  /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]([\x20\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]*[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e])?$/
/** Needs quotes lest it looks like more than one value, or like none. */
const ambiguous = /[",\\\p{C}\p{Zl}\p{Zp}]|^\s|\s$|^$/u

/** JSON in which nothing moves the cursor or hides. */
export const toJson = (value: unknown): string => JSON.stringify(value).replace(unprintable, escapeCharacter)

/** A text as it stands when nobody can take it for something else, in JSON's quotes otherwise. */
export const quoteText = (text: string): string => (simple.test(text) || !ambiguous.test(text) ? text : toJson(text))

/** Every code unit by its number: characters beyond the first plane have two. */
function escapeCharacter(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  }).join('')
}
