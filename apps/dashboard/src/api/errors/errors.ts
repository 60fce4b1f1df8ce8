import { ApiError } from '@mqdeck/contract'
import { useCallback } from 'react'
import { type Locale, useLocale } from '../../i18n/index.ts'
import { nodeFaultOf } from '../nodes/node-fault.ts'
import { RequestFailure } from '../session/session-fetch.ts'
import { codeTexts, completeCodes, statusText } from './codes.ts'
import { errorMessages } from './error-messages.ts'
import { translateMessage, translateReason } from './known-texts.ts'
import { inLanguage } from './phrases.ts'
import { type ErrorContent, readError } from './read-error.ts'
import type { ValidationProblem } from './validation-problem.ts'

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
 * Any error of a request in the user's language. The server's own message follows after a blank line if it adds
 * information; the kit shows that paragraph in small print (`Paragraphs`).
 */
export function describeError(error: unknown, locale: Locale): string {
  if (error instanceof LocalizedError) return error.messages[locale]
  const texts = errorMessages[locale]
  const failure = causeOf(error)
  if (failure instanceof RequestFailure)
    return failure.kind === 'timeout' ? describeTimeout(failure, locale) : texts.network
  if (!(error instanceof ApiError)) return texts.unknown
  if (error.status < 400) return texts.unreadable
  if (error.status === 429) return error.retryAfter === undefined ? texts.tooMany : texts.tooManyUntil(error.retryAfter)
  return describeAnswer(error, readError(error.body), locale)
}

function describeTimeout({ waiting }: RequestFailure, locale: Locale): string {
  const { timeout, waitsFor, mayBeMade } = errorMessages[locale]
  if (!waiting || waiting.nodes.length === 0) return timeout
  const reason = waitsFor(waiting.nodes.join(', '))
  return waiting.isChange ? reason + mayBeMade : reason
}

function describeAnswer({ status, code, message }: ApiError, content: ErrorContent, locale: Locale): string {
  const { problems, reason, words } = content
  const headline = inLanguage(codeTexts[code] ?? statusText(status), locale)
  // The message is an object with the mechanism, not a list of fields.
  if (code === 'BAD_MFA_TOKEN') return headline
  if (problems.length > 0)
    return withServerMessage(describeProblems(problems, locale), problems.every(isComplete) ? '' : words)
  if (completeCodes.has(code) && reason === message && !/^[a-z]+_/.test(reason)) return headline
  if (reason === '') return withServerMessage(headline, words)
  const fault = nodeFaultOf(reason)
  if (fault) return withServerMessage(errorMessages[locale].nodeFault(fault.node, fault.isTimeout), words)
  const known = translateMessage(reason, locale) ?? translateReason(reason, locale)
  if (known !== undefined) return withServerMessage(known, words)
  // In English a sentence of the server is better than a headline; in another language the headline comes first.
  return locale === 'en' && isSentence(reason) ? words : withServerMessage(headline, words)
}

/** A sentence, as opposed to a keyword, a term or JSON. */
const isSentence = (text: string) =>
  /^[A-Z'"]?[\w'-]+(?: |$)/.test(text) && /[a-z] /i.test(text) && !/[{}[\]]|<<|=>/.test(text)

const withServerMessage = (sentence: string, words: string): string =>
  words === '' || letters(words) === letters(sentence) ? sentence : `${sentence}\n\n${words}`

const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')

/** `describeError` without the server's own message, for use inside another sentence. */
export const errorSentence = (error: unknown, locale: Locale): string =>
  describeError(error, locale).split('\n\n', 1)[0]?.replaceAll('\n', ' ') ?? ''

/** The reason of a connector's, authenticator's or node's state in the user's language, followed by the original. */
export function describeReason(reason: string, locale: Locale): string {
  const known = translateReason(reason, locale) ?? translateMessage(reason, locale)
  return known === undefined ? reason : withServerMessage(known, reason)
}

/** `describeError` in the current language. The function is stable while the language is unchanged. */
export function useErrorText(): (error: unknown) => string {
  const locale = useLocale()
  return useCallback((error) => describeError(error, locale), [locale])
}

export function useErrorSentence(): (error: unknown) => string {
  const locale = useLocale()
  return useCallback((error) => errorSentence(error, locale), [locale])
}

/** `describeReason` in the current language. */
export function useReasonText(): (reason: string) => string {
  const locale = useLocale()
  return useCallback((reason) => describeReason(reason, locale), [locale])
}

/** The field and its error, if the broker reported one. */
export const validationProblemOf = (error: unknown): ValidationProblem | undefined =>
  error instanceof ApiError ? readError(error.body).problems[0] : undefined

/** The resource does not exist, or the broker does not have the feature. */
/** The user may not have this; Prometheus can be restricted to API keys. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403)

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** The answer, or `nothing` for 404: many MQDeck endpoints are unknown to other brokers. */
export const orIfMissing = <T, N>(answer: Promise<T>, nothing: N): Promise<T | N> =>
  answer.catch((error: unknown) => {
    if (isNotFound(error)) return nothing
    throw error
  })

export const isAborted = (error: unknown): boolean => failureKind(error) === 'aborted'

export const isTimeout = (error: unknown): boolean => failureKind(error) === 'timeout'

/** A retry may help: there was no answer, or the server was busy. A wait for a node has already taken ten seconds or more. */
export function isTransient(error: unknown): boolean {
  return (
    failureKind(error) === 'network' ||
    (error instanceof ApiError && error.status === 503 && !nodeFaultOf(error.message))
  )
}

function failureKind(error: unknown): RequestFailure['kind'] | undefined {
  const failure = causeOf(error)
  return failure instanceof RequestFailure ? failure.kind : undefined
}

/** The API client may wrap the error of its fetch. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof RequestFailure ? error.cause : error
}

/** The text contains everything that the server reported. */
const isComplete = ({ reason, expected }: ValidationProblem) =>
  expected !== undefined || reason === 'required_field' || reason === 'unknown_fields'

const maxProblems = 5

const describeProblems = (problems: readonly ValidationProblem[], locale: Locale): string =>
  problems
    .slice(0, maxProblems)
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

/**
 * Registers the labels of fields; the module of the forms calls it when it is loaded. Returns the previous function.
 */
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
