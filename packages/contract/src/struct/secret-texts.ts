/**
 * The only place that decides by names and texts what is a secret. API responses, versions of the configuration, backup
 * previews, audit log, log and traces use it.
 */

/** The API's placeholder for a secret. Forms send it back for unchanged secrets. */
export const mask = '******'

const keyOf =
  'access|account|api|app|application|auth|encryption|functions?|ingest|insert|license|master|private|query|secret|shared|signing|subscription|write|x_api'

/** Field names whose values are secrets, in snake, kebab and camel case. */
const secretName = new RegExp(
  `(^|_)(pass|password|password_hash|passwd|pwd|pw|passphrase|passcode|secret|token|tkn|jwt|psk|credentials?|authorization|cookie|signature|sas|service_account_json|header_value|(${keyOf})_?key)s?$|^(auth|bearer|pat|pin)$`,
)

/** Whether a value with this name is a secret: `password`, `clientSecret`, `x-api-key`. */
export const isSecretName = (name: string): boolean =>
  secretName.test(
    name
      .replace(/([a-z\d])([A-Z])/g, '$1_$2')
      .replaceAll(/[-.\s]/g, '_')
      .toLowerCase(),
  )

/** Names of keys in the query of a URL that are too common to be secrets elsewhere. */
const isSecretParameter = (name: string) => isSecretName(name) || /^(key|code|sig|auth)$/i.test(name)

/** Headers that do not authenticate. The names of others do not reveal whether they do: `x-honeycomb-team`. */
const harmlessHeader =
  /^(accept|accept-(charset|encoding|language)|cache-control|connection|content-(encoding|language|length|type)|date|expect|from|host|if-(match|modified-since|none-match|range|unmodified-since)|keep-alive|origin|pragma|prefer|range|referer|te|traceparent|tracestate|trailer|transfer-encoding|upgrade|user-agent|via|x-(correlation|request)-id|x-forwarded-(for|host|proto)|x-requested-with)$/i

/** Whether the value of an HTTP header for another server may be a secret. */
export const isSecretHeader = (name: string): boolean => !harmlessHeader.test(name)

/** `${password}`: forms must show it, and it contains no secret. */
export const isPlaceholder = (text: string): boolean => /^(\$\{[^}]*\})+$/.test(text)

/** A secret in a longer text. */
interface SecretSpan {
  /** `query apikey`. Identifies the secret in another version of the text. */
  readonly label: string
  readonly from: number
  readonly to: number
}

/** `://user:password@`, `://:password@`, `://token@`. No part contains a slash, so that the search is linear. */
const userInfo = /:\/\/([^\s/?#"'<>]*)@/g
/** `?key=value`, `&key=value`, `#key=value`, and `password=value` at the start of the body of a form. */
const parameter = /(^|[?&#])([\w.-]{1,64})=([^&#\s"'<>]*)/g
/** `<password>value</`, also with attributes and a namespace */
const element = /<(?:[\w.-]{1,64}:)?([\w.-]{1,64})(?:\s[^<>]{0,256})?>([^<]+)<\//g
/** `"password":`, `'password':`, and `\"password\":` for JSON inside of JSON; before a list also its bracket */
const member = /(\\?["'])([\w.-]{1,64})\1\s{0,16}:\s{0,16}(\[\s{0,16})?/g
/** Values of members, by the quotes of the name. A text can end within a value. */
const memberValues: Readonly<Record<string, RegExp>> = {
  '"': /"((?:[^"\\]|\\.)*)/y,
  "'": /'((?:[^'\\]|\\.)*)/y,
  '\\"': /\\"((?:[^"\\]|\\[^"\\]|\\\\(?:\\.|[^\\]))*)/y,
  "\\'": /\\'((?:[^'\\]|\\[^'\\]|\\\\(?:\\.|[^\\]))*)/y,
}
/** A number, or the placeholder of one. */
const memberNumber = /(-?\d[\d.eE+-]*|\*{6})/y
const nextInList = /\s{0,16},\s{0,16}/y

function secretSpans(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  const add = (label: string, from: number, value: string) => {
    if (value !== '' && !isPlaceholder(value)) spans.push({ label, from, to: from + value.length })
  }
  if (text.includes('://'))
    for (const { index, 1: all = '' } of text.matchAll(userInfo)) {
      const colon = all.indexOf(':')
      add('user info', index + 3 + (colon + 1), all.slice(colon + 1))
    }
  if (text.includes('='))
    for (const { index, 0: whole, 1: sign = '', 2: name = '', 3: value = '' } of text.matchAll(parameter))
      if (sign === '' ? isSecretName(name) : isSecretParameter(name))
        add(`query ${name}`, index + whole.length - value.length, value)
  if (text.includes('</'))
    for (const { index, 0: whole, 1: name = '', 2: value = '' } of text.matchAll(element))
      if (isSecretName(name)) add(`element ${name}`, index + whole.length - 2 - value.length, value)
  if (text.includes(':'))
    for (const { index, 0: whole, 1: quote = '', 2: name = '', 3: bracket } of text.matchAll(member))
      if (isSecretName(name))
        for (const { from, value } of valuesAt(text, index + whole.length, quote, name, bracket !== undefined))
          add(`member ${name}`, from, value)
  spans.sort((one, other) => one.from - other.from)
  // A JSON member can contain a URL with a secret.
  let end = 0
  return spans.filter(({ from, to }) => {
    if (from < end) return false
    end = to
    return true
  })
}

/** The value at an index of a text, or the values of a list. */
function* valuesAt(text: string, index: number, quote: string, name: string, isList: boolean) {
  const read = (pattern: RegExp | undefined, at: number) => {
    if (pattern) pattern.lastIndex = at
    return pattern?.exec(text)
  }
  let at = index
  for (;;) {
    const quoted = read(memberValues[quote], at)
    const found = quoted ?? (isCount(name) ? undefined : read(memberNumber, at))
    if (!found) return
    const [whole, value = ''] = found
    at += whole.length
    yield { from: at - value.length, value }
    const next = isList ? read(nextInList, at + (quoted ? quote.length : 0)) : undefined
    if (!next) return
    at = next.index + next[0].length
  }
}

/** `max_tokens`: a number is not a secret. */
export const isCount = (name: string): boolean => /tokens$/i.test(name)

/** The text with the secrets in URLs, queries, JSON and XML replaced by `******`. */
export const hideSecrets = (text: string): string => replaced(text, () => mask)

/** The text with each `******` replaced by the secret at the same place in the previous text. */
export function restoreSecrets(text: string, before: string): string {
  if (!text.includes(mask)) return text
  const known = new Map<string, string[]>()
  for (const { label, from, to } of secretSpans(before))
    known.set(label, [...(known.get(label) ?? []), before.slice(from, to)])
  // Also unmasked ones count, because the n-th of a label is the n-th of before.
  const next = new Map<string, number>()
  return replaced(text, (value, label) => {
    const index = next.get(label) ?? 0
    next.set(label, index + 1)
    return value === mask ? (known.get(label)?.[index] ?? value) : value
  })
}

/** The secrets in a text. */
export const secretsInText = (text: string): readonly string[] =>
  secretSpans(text).map(({ from, to }) => text.slice(from, to))

function replaced(text: string, replace: (secret: string, label: string) => string): string {
  let result = ''
  let at = 0
  for (const { label, from, to } of secretSpans(text)) {
    result += text.slice(at, from) + replace(text.slice(from, to), label)
    at = to
  }
  return result + text.slice(at)
}
