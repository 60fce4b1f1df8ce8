import { ApiError } from '@mqdeck/contract'
import { useCallback } from 'react'
import { type Locale, useLocale } from '../i18n/index.ts'
import { errorMessages } from './error-messages.ts'
import { nodeFaultOf } from './node-fault.ts'
import { RequestFailure } from './session-fetch.ts'
import { parseValidationProblem, type ValidationProblem } from './validation-problem.ts'

/** What a change refuses to do by itself, before the broker is asked. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly says: Readonly<Record<Locale, string>>

  constructor(says: Readonly<Record<Locale, string>>) {
    super(says.en)
    this.says = says
  }
}

/** One sentence in the user's language about anything a request may throw. */
export function describeError(error: unknown, locale: Locale): string {
  if (error instanceof Refusal) return error.says[locale]
  const texts = errorMessages[locale]
  const failure = causeOf(error)
  if (failure instanceof RequestFailure) return failure.kind === 'timeout' ? texts.timeout : texts.network
  if (!(error instanceof ApiError)) return texts.unknown
  if (error.status < 400) return texts.unreadable
  if (error.status === 429) return error.retryAfter === undefined ? texts.tooMany : texts.tooManyUntil(error.retryAfter)
  const known: Readonly<Record<string, string>> = texts.codes
  const problem = parseValidationProblem(error.message)
  if (problem) return describeProblem(problem, locale)
  const fault = nodeFaultOf(error.message)
  if (fault) return texts.nodeFault(fault.node, fault.isTimeout)
  return known[error.code] ?? (error.message === '' ? texts.status(error.status) : error.message)
}

/** `describeError` in the language of the page; the same function as long as that stays. */
export function useErrorText(): (error: unknown) => string {
  const locale = useLocale()
  return useCallback((error) => describeError(error, locale), [locale])
}

/** What to show beside which field of a form, when the broker named one. */
export function validationProblemOf(error: unknown): ValidationProblem | undefined {
  return error instanceof ApiError ? parseValidationProblem(error.message) : undefined
}

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

function describeProblem({ path, reason, expected, value }: ValidationProblem, locale: Locale): string {
  const { problem } = errorMessages[locale]
  const field = path === '' || path === 'root' ? problem.document : path
  if (reason === 'required_field') return problem.required(field)
  if (reason === 'unknown_fields') return problem.unknownField(value ?? field)
  if (expected !== undefined) return problem.expected(field, expected, value)
  return problem.other(field, reason, value)
}
