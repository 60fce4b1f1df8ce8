import type * as z from 'zod'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Status = 200 | 201 | 202 | 204
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 429 | 500 | 501 | 503

/** Marks an answer without a body (204), so that `ok: { 204: empty }` reads as what it is. */
export const empty = Symbol('empty body')
/** Marks an answer that is text unless the caller asks for JSON (`/status`, `/prometheus/stats`). */
export const textBody = Symbol('text body')
/** Marks an answer of bytes to be kept as a file, with its name in `content-disposition`. */
export const binaryBody = Symbol('binary body')

type Body = z.ZodType | typeof empty | typeof textBody | typeof binaryBody

/** One endpoint of `/api/v5`. Handlers, client and OpenAPI document are derived from it. */
export interface EndpointShape {
  readonly method: Method
  /** Path below `/api/v5`, parameters in braces as in OpenAPI: `/clients/{clientid}`. */
  readonly path: string
  /** The tag EMQX files the operation under. */
  readonly tag: string
  /** `none`: public. `session`: bearer token only. `any` (default): bearer token or API key. */
  readonly auth?: 'none' | 'session' | 'any'
  /**
   * Who may call it, where that does not follow from the method. `oneself`: it is about whoever calls, viewers may, too.
   * `administrators`: viewers may not even read it.
   */
  readonly allows?: 'oneself' | 'administrators'
  /** EMQX serves it but leaves it out of its OpenAPI document; so do we. */
  readonly hidden?: boolean
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The body is text (`text/plain`), not JSON. */
  readonly textRequest?: true
  /** The body is a form (`multipart/form-data`) with one file: the name of its field. */
  readonly upload?: string
  /** Callers get the text of a good answer as it stands, JSON or not: its integers may be longer than JavaScript's. */
  readonly keepsText?: true
  /** Milliseconds in which callers may expect the answer, where that is longer than usual. */
  readonly answerWithin?: number
  readonly ok: { readonly [status in Status]?: Body }
  readonly errors?: { readonly [status in ErrorStatus]?: readonly ErrorCode[] }
  /** Answers that are not `{code, message}`, e.g. `{reason_code, message}` of `/publish`. */
  readonly otherErrors?: { readonly [status in ErrorStatus]?: z.ZodType | typeof textBody }
}

/** Declares an endpoint; the value keeps its literal type so that everything else can be inferred from it. */
export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape
}

/** A group of endpoints by name, as each file under `endpoints/` exports it. */
export type Endpoints = Readonly<Record<string, EndpointShape>>

type Out<T> = T extends z.ZodType ? z.output<T> : undefined
type In<T> = T extends z.ZodType ? z.input<T> : undefined
type TextBody = string | Readonly<Record<string, unknown>>
type BodyOf<T> = T extends z.ZodType
  ? z.input<T>
  : T extends typeof textBody
    ? TextBody
    : T extends typeof binaryBody
      ? AsyncIterable<Uint8Array>
      : undefined
type BodyRead<T> = T extends z.ZodType
  ? z.output<T>
  : T extends typeof textBody
    ? TextBody
    : T extends typeof binaryBody
      ? Download
      : undefined

/** A file as it was answered. */
export interface Download {
  /** As the server calls it, without any folder; undefined when it does not say. */
  readonly filename: string | undefined
  readonly content: Blob
}

/** What a handler gets: parsed parameters, query and body, with defaults filled in. */
export interface Parsed<E extends EndpointShape> {
  readonly params: E extends { params: infer P } ? Out<P> : undefined
  readonly query: E extends { query: infer Q } ? Out<Q> : undefined
  readonly body: E extends { body: infer B } ? Out<B> : undefined
}

interface Answered<S, B> {
  readonly status: S
  readonly body: B
  readonly headers?: Readonly<Record<string, string>>
}

/** One answer: status, body and, rarely, headers. The good ones and those of `otherErrors`; all else is thrown as AppError. */
export type Reply<E extends EndpointShape> =
  | { [S in keyof E['ok'] & Status]: Answered<S, BodyOf<E['ok'][S]>> }[keyof E['ok'] & Status]
  | (E extends { otherErrors: infer O }
      ? { [S in keyof O & ErrorStatus]: Answered<S, BodyOf<O[S]>> }[keyof O & ErrorStatus]
      : never)

/** Every endpoint of `A` with the function that answers it. `Context` is what the server hands to each call. */
export type Handlers<A extends Endpoints, Context = unknown> = {
  readonly [K in keyof A]: (input: Parsed<A[K]>, context: Context) => Reply<A[K]> | Promise<Reply<A[K]>>
}

export const ok = <const T>(body: T): { readonly status: 200; readonly body: T } => ({ status: 200, body })
export const noContent = { status: 204, body: undefined } as const

type Required<K extends string, T> = undefined extends T ? { readonly [k in K]?: T } : { readonly [k in K]: T }
type Optional<K extends string, T> = { readonly [k in K]?: T }

/** What a caller passes: path parameters and body are required where the endpoint has them. */
export type Request<E extends EndpointShape> = (E extends { params: infer P } ? Required<'params', In<P>> : unknown) &
  (E extends { query: infer Q } ? Optional<'query', In<Q>> : unknown) &
  (E extends { body: infer B } ? Required<'body', In<B>> : unknown) & {
    readonly signal?: AbortSignal
    /** Goes out although the page is being left. */
    readonly keepalive?: boolean
  }

/** What a caller gets: the union of all good bodies. */
export type Answer<E extends EndpointShape> = {
  [S in keyof E['ok'] & Status]: BodyRead<E['ok'][S]>
}[keyof E['ok'] & Status]
