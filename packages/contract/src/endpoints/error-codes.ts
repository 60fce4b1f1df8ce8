import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { errorCatalogue } from '../errors.ts'
import { oneOf, response } from '../fields/index.ts'

// Object.keys loses the type of the codes.
const codes = Object.keys(errorCatalogue) as (keyof typeof errorCatalogue)[]

export const ErrorCodeInfo = response({ code: z.string(), description: z.string() })
export type ErrorCodeInfo = z.infer<typeof ErrorCodeInfo>

export const listErrorCodes = endpoint({
  method: 'GET',
  path: '/error_codes',
  tag: 'Error Codes',
  auth: 'none',
  ok: { 200: z.array(ErrorCodeInfo) },
})

export const getErrorCode = endpoint({
  method: 'GET',
  path: '/error_codes/{code}',
  tag: 'Error Codes',
  auth: 'none',
  params: z.object({ code: oneOf(codes) }),
  ok: { 200: ErrorCodeInfo },
})

export const errorCodes = { listErrorCodes, getErrorCode }
