import type * as z from 'zod'
import { endpoint } from '../endpoint.ts'

/** One root under `/configs`, whole and with every default filled in. */
export const readRoot = <const P extends `/configs/${string}`, S extends z.ZodType>(path: P, schema: S) =>
  endpoint({ method: 'GET', path, tag: 'Configs', ok: { 200: schema }, errors: { 404: ['NOT_FOUND'] } })

/** Replaces the root: what the body leaves out gets its default. */
export const replaceRoot = <const P extends `/configs/${string}`, S extends z.ZodType>(path: P, schema: S) =>
  endpoint({
    method: 'PUT',
    path,
    tag: 'Configs',
    body: schema,
    ok: { 200: schema },
    errors: { 400: ['UPDATE_FAILED', 'INVALID_CONFIG'], 403: ['UPDATE_FAILED'] },
  })
