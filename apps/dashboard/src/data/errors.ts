import { ApiError } from '@mqdeck/contract'
import { useCallback } from 'react'
import { type Locale, useLocale } from '../i18n/index.ts'
import { errorMessages } from './error-messages.ts'
import { codeTexts, completeCodes, statusText } from './error-texts/codes.ts'
import { translateMessage, translateReason } from './error-texts/known-texts.ts'
import { inLanguage } from './error-texts/phrases.ts'
import { type ErrorContent, readError } from './error-texts/read-error.ts'
import type { ValidationProblem } from './error-texts/validation-problem.ts'
import { nodeFaultOf } from './node-fault.ts'
import { RequestFailure } from './session-fetch.ts'

/** An error of the dashboard itself, with its message in both languages: a change that is rejected before a request is sent. */
export class LocalizedError extends Error {
  override readonly name = 'LocalizedError'
  readonly messages: Readonly<Record<Locale, string>>

  constructor(messages: Readonly<Record<Locale, string>>) {
    super(messages.en)
    this.messages = messages
  }
}

/**
 * Anything a request may throw in the user's language. The server's own words follow after a blank line where they say
 * more; the kit shows that paragraph small (`Paragraphs`).
 */
export function describeError(error: unknown, locale: Locale): string {
  if (error instanceof LocalizedError) return error.messages[locale]
  const texts = errorMessages[locale]
  const failure = causeOf(error)
  if (failure instanceof RequestFailure) return failure.kind === 'timeout' ? texts.timeout : texts.network
  if (!(error instanceof ApiError)) return texts.unknown
  if (error.status < 400) return texts.unreadable
  if (error.status === 429) return error.retryAfter === undefined ? texts.tooMany : texts.tooManyUntil(error.retryAfter)
  return describeAnswer(error, readError(error.body), locale)
}

function describeAnswer({ status, code, message }: ApiError, content: ErrorContent, locale: Locale): string {
  const { problems, reason, words } = content
  const headline = inLanguage(codeTexts[code] ?? statusText(status), locale)
  // Its message is an object that names the mechanism, not a list of fields.
  if (code === 'BAD_MFA_TOKEN') return headline
  if (problems.length > 0)
    return withWords(describeProblems(problems, locale), problems.every(isSaidWhole) ? '' : words)
  if (completeCodes.has(code) && reason === message && !/^[a-z]+_/.test(reason)) return headline
  if (reason === '') return withWords(headline, words)
  const fault = nodeFaultOf(reason)
  if (fault) return withWords(errorMessages[locale].nodeFault(fault.node, fault.isTimeout), words)
  const known = translateMessage(reason, locale) ?? translateReason(reason, locale)
  if (known !== undefined) return withWords(known, words)
  // A sentence of the server is the best there is in its own language, and less than a headline in another.
  return locale === 'en' && isSentence(reason) ? words : withWords(headline, words)
}

/** Not a word of a program, a term or JSON. */
const isSentence = (text: string) =>
  /^[A-Z'"]?[\w'-]+(?: |$)/.test(text) && /[a-z] /i.test(text) && !/[{}[\]]|<<|=>/.test(text)

const withWords = (sentence: string, words: string): string =>
  words === '' || letters(words) === letters(sentence) ? sentence : `${sentence}\n\n${words}`

const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')

/** `describeError` without the server's own words: for the middle of another sentence. */
export const errorSentence = (error: unknown, locale: Locale): string =>
  describeError(error, locale).split('\n\n', 1)[0]?.replaceAll('\n', ' ') ?? ''

/** Why a connector, an authenticator or a node is in its state, in the user's language, with the original after it. */
export function describeReason(reason: string, locale: Locale): string {
  const known = translateReason(reason, locale) ?? translateMessage(reason, locale)
  return known === undefined ? reason : withWords(known, reason)
}

/** `describeError` in the language of the page; the same function as long as that stays. */
export function useErrorText(): (error: unknown) => string {
  const locale = useLocale()
  return useCallback((error) => describeError(error, locale), [locale])
}

export function useErrorSentence(): (error: unknown) => string {
  const locale = useLocale()
  return useCallback((error) => errorSentence(error, locale), [locale])
}

/** `describeReason` in the language of the page. */
export function useReasonText(): (reason: string) => string {
  const locale = useLocale()
  return useCallback((reason) => describeReason(reason, locale), [locale])
}

/** What to show beside which field of a form, when the broker named one. */
export const validationProblemOf = (error: unknown): ValidationProblem | undefined =>
  error instanceof ApiError ? readError(error.body).problems[0] : undefined

/** The thing asked for does not exist, or the broker has no such feature. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** An answer, or `nothing` where there is no such thing: many additions of ours are unknown to other brokers. */
export const orIfMissing = <T, N>(answer: Promise<T>, nothing: N): Promise<T | N> =>
  answer.catch((error: unknown) => {
    if (isNotFound(error)) return nothing
    throw error
  })

export const isAborted = (error: unknown): boolean => failureKind(error) === 'aborted'

export const isTimeout = (error: unknown): boolean => failureKind(error) === 'timeout'

/** Asking once more may help: nothing came back, or the server was busy. A timeout has already cost 20 seconds. */
export function isTransient(error: unknown): boolean {
  return failureKind(error) === 'network' || (error instanceof ApiError && error.status === 503)
}

function failureKind(error: unknown): RequestFailure['kind'] | undefined {
  const failure = causeOf(error)
  return failure instanceof RequestFailure ? failure.kind : undefined
}

/** The client may wrap what its fetch threw. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof RequestFailure ? error.cause : error
}

/** The sentence about it repeats all that the server has said. */
const isSaidWhole = ({ reason, expected }: ValidationProblem) =>
  expected !== undefined || reason === 'required_field' || reason === 'unknown_fields'

const mostProblems = 5

const describeProblems = (problems: readonly ValidationProblem[], locale: Locale): string =>
  problems
    .slice(0, mostProblems)
    .map((problem) => describeProblem(problem, locale))
    .join('\n')

function describeProblem({ path, reason, expected, value }: ValidationProblem, locale: Locale): string {
  const { problem } = errorMessages[locale]
  const field = fieldName(path, locale)
  if (reason === 'required_field') return problem.required(field)
  if (reason === 'unknown_fields') return problem.unknownField(value ?? field)
  if (expected !== undefined) return problem.expected(field, problem.type(expected), value)
  const [word, key] = reason.split(' ')
  if (word === 'invalid_key' && key !== undefined) return problem.unknownField(key)
  const why = describeReason(reason, locale).split('\n\n', 1)[0] ?? reason
  return field === problem.document && value === undefined ? why : problem.other(field, why, value)
}

type LabelOf = (path: readonly string[], locale: Locale) => string | undefined

let labelOf: LabelOf = () => undefined

/** The forms know the labels of fields; they come with the first form. The answer is the look-up that was in use before. */
export const setFieldLabels = (lookUp: LabelOf): LabelOf => {
  const before = labelOf
  labelOf = lookUp
  return before
}

function fieldName(path: string, locale: Locale): string {
  const steps = path.split('.').filter((step) => step !== '')
  if (steps[0] === 'root') steps.shift()
  if (steps.length === 0) return errorMessages[locale].problem.document
  const label = labelOf(steps, locale)
  const name = steps.join('.')
  if (label === undefined || label === name) return name
  return locale === 'zh' ? `${label}（${name}）` : `${label} (${name})`
}
