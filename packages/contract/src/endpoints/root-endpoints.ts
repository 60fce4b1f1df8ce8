import type * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import type { Text } from '../text.ts'

/** Returns one root under `/configs` with all defaults. */
export const readRoot = <const P extends `/configs/${string}`, S extends z.ZodType>(path: P, schema: S) =>
  endpoint({ method: 'GET', path, tag: 'Configs', ok: { 200: schema }, errors: { 404: ['NOT_FOUND'] } })

/** Replaces the root. Missing fields get their defaults. */
export const replaceRoot = <const P extends `/configs/${string}`, S extends z.ZodType>(
  path: P,
  schema: S,
  title: Text,
) =>
  endpoint({
    method: 'PUT',
    path,
    title,
    tag: 'Configs',
    body: schema,
    ok: { 200: schema },
    errors: { 400: ['UPDATE_FAILED', 'INVALID_CONFIG'], 403: ['UPDATE_FAILED'] },
  })
