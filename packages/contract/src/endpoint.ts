import type * as z from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Text } from './text.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Status = 200 | 201 | 202 | 204
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 429 | 500 | 501 | 503 | 504

/** Marks a response without a body (204): `ok: { 204: empty }`. */
export const empty = Symbol('empty body')
/** Marks a response that is text unless the caller asks for JSON (`/status`, `/prometheus/stats`). */
export const textBody = Symbol('text body')
/** Marks a file download, with its name in `content-disposition`. */
export const binaryBody = Symbol('binary body')

type Body = z.ZodType | typeof empty | typeof textBody | typeof binaryBody

/** An endpoint of `/api/v5`, from which handlers, client and OpenAPI document are derived. */
export interface EndpointShape {
  readonly method: Method
  /** Path below `/api/v5`, parameters in braces as in OpenAPI: `/clients/{clientid}`. */
  readonly path: string
  /** Name of the operation in the audit log. Required for every method that changes something. */
  readonly title?: Text
  /** EMQX's tag of the operation. */
  readonly tag: string
  /** `none`: public. `session`: bearer token only. `any` (default): bearer token or API key. */
  readonly auth?: 'none' | 'session' | 'any'
  /**
   * Required role, if the method does not imply it. `oneself`: concerns only the caller, so viewers may too.
   * `administrators`: viewers may not even read it.
   */
  readonly allows?: 'oneself' | 'administrators'
  /** Missing in the OpenAPI document, as in EMQX's. */
  readonly hidden?: boolean
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The body is text (`text/plain`), not JSON. */
  readonly textRequest?: true
  /** The body is a form (`multipart/form-data`) with one file; the name of its field. */
  readonly upload?: string
  /** Message of the 400 if the form has no such file. Default: `Missing required parameter: FIELD`, as in EMQX. */
  readonly missingUpload?: string
  /** Nulls in the JSON body are values. For other endpoints they count as missing. */
  readonly keepsNulls?: true
  /** Callers get the text of a successful response without parsing, because integers may exceed JavaScript's range. */
  readonly keepsText?: true
  /** A read that takes long on the server, which limits the rate of each caller. */
  readonly isExpensive?: true
  /** Milliseconds within which callers may expect the response, if longer than usual. */
  readonly timeoutMs?: number
  readonly ok: { readonly [status in Status]?: Body }
  readonly errors?: { readonly [status in ErrorStatus]?: readonly ErrorCode[] }
  /** Error responses other than `{code, message}`, e.g. `{reason_code, message}` of `/publish`. */
  readonly otherErrors?: { readonly [status in ErrorStatus]?: z.ZodType | typeof textBody }
}

type TitledChange = { readonly method: 'GET' } | { readonly title: Text }

/** Declares an endpoint. The literal type of the value is kept, so that everything else can be inferred. */
export function endpoint<const E extends EndpointShape & TitledChange>(shape: E): E {
  return shape
}

/** Endpoints by name, as each file under `endpoints/` exports them. */
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

/** A downloaded file. */
export interface Download {
  /** File name from the server, without folders; undefined if missing. */
  readonly filename: string | undefined
  readonly content: Blob
}

/** Input of a handler: parsed parameters, query and body, with defaults. */
export interface Parsed<E extends EndpointShape> {
  readonly params: E extends { params: infer P } ? Out<P> : undefined
  readonly query: E extends { query: infer Q } ? Out<Q> : undefined
  readonly body: E extends { body: infer B } ? Out<B> : undefined
}

interface StatusAndBody<S, B> {
  readonly status: S
  readonly body: B
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A response: status, body and, rarely, headers. Only successful ones and those of `otherErrors`; other errors are
 * thrown as AppError.
 */
export type Reply<E extends EndpointShape> =
  | { [S in keyof E['ok'] & Status]: StatusAndBody<S, BodyOf<E['ok'][S]>> }[keyof E['ok'] & Status]
  | (E extends { otherErrors: infer O }
      ? { [S in keyof O & ErrorStatus]: StatusAndBody<S, BodyOf<O[S]>> }[keyof O & ErrorStatus]
      : never)

/** Handlers of all endpoints of `A`. `Context` is what the server passes to each call. */
export type Handlers<A extends Endpoints, Context = unknown> = {
  readonly [K in keyof A]: (input: Parsed<A[K]>, context: Context) => Reply<A[K]> | Promise<Reply<A[K]>>
}

export const ok = <const T>(body: T): { readonly status: 200; readonly body: T } => ({ status: 200, body })
export const noContent = { status: 204, body: undefined } as const

type Required<K extends string, T> = undefined extends T ? { readonly [k in K]?: T } : { readonly [k in K]: T }
type Optional<K extends string, T> = { readonly [k in K]?: T }

/** Input of a caller: path parameters and body are required if the endpoint has them. */
export type Request<E extends EndpointShape> = (E extends { params: infer P } ? Required<'params', In<P>> : unknown) &
  (E extends { query: infer Q } ? Optional<'query', In<Q>> : unknown) &
  (E extends { body: infer B } ? Required<'body', In<B>> : unknown) & {
    readonly signal?: AbortSignal
    /** The request is sent even while the page unloads. */
    readonly keepalive?: boolean
  }

/** Output of a caller: the union of all successful bodies. */
export type ResponseOf<E extends EndpointShape> = {
  [S in keyof E['ok'] & Status]: BodyRead<E['ok'][S]>
}[keyof E['ok'] & Status]
